// SPDX-License-Identifier: GPL-3.0-or-later
//
// A vector holds channels of one pixel. Windows of 2 x 2 and 3 x 3 that lie inside the image have loops of
// their own, which the compiler unrolls.
#include "kernels/maxpool.h"

#include "kernels/simd/signed.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/maxpool.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// The taps of a kernel along one axis that lie inside the image, and where its first tap would lie.
struct Taps
{
    std::size_t first;
    std::size_t end;
    std::ptrdiff_t start;

    Taps(std::size_t output, std::size_t stride, std::size_t pad, std::size_t size, std::size_t kernel)
        : first(output * stride < pad ? pad - output * stride : 0)
        , end(HWY_MIN(kernel, size + pad - output * stride))
        , start(static_cast<std::ptrdiff_t>(output * stride) - static_cast<std::ptrdiff_t>(pad))
    {
    }
    bool areAll(std::size_t kernel) const { return end - first == kernel; }
};

/// The part of a window that lies inside the image.
struct WindowPart
{
    Taps rows;
    Taps columns;
};

/// How float32 compares.
template <class D>
struct FloatOrder
{
    using Key = hn::Vec<D>;
    static HWY_INLINE Key keyOf(hn::Vec<D> value) { return value; }
    // Not "at most", which is false beside a NaN; but the first NaN stays.
    static HWY_INLINE hn::Mask<D> isLarger(Key value, Key best)
    {
        return hn::AndNot(hn::Le(value, best), hn::Eq(best, best));
    }
    HWY_INLINE explicit FloatOrder(std::int16_t) { }
};

/// How patterns of 16 bits compare: by signed integers in the order of the numbers.
template <class D>
struct PatternOrder
{
    using Key = hn::Vec<D>;
    HWY_INLINE explicit PatternOrder(std::int16_t infinityBits)
        : infinity(hn::Set(D(), infinityBits))
    {
    }
    HWY_INLINE Key keyOf(hn::Vec<D> value) const
    {
        const hn::Vec<D> magnitude = hn::And(value, hn::Set(D(), 0x7fff));
        const hn::Vec<D> number = hn::IfNegativeThenElse(value, hn::Neg(magnitude), magnitude);
        return hn::IfThenElse(hn::Gt(magnitude, infinity), hn::Set(D(), 0x7fff), number);
    }
    static HWY_INLINE hn::Mask<D> isLarger(Key value, Key best) { return hn::Gt(value, best); }
    hn::Vec<D> infinity;
};

/// What a window has come to so far.
template <class D>
struct Best
{
    using Places = hn::RebindToSigned<D>;
    hn::Vec<D> value;
    hn::Vec<D> key;
    hn::Vec<Places> place;
};

template <class D, class Order>
HWY_INLINE Best<D> larger(D, const Order& order, const Best<D>& best, const Best<D>& other)
{
    const auto isLarger = order.isLarger(other.key, best.key);
    return {hn::IfThenElse(isLarger, other.value, best.value), hn::IfThenElse(isLarger, other.key, best.key),
        hn::IfThenElse(hn::RebindMask(hn::RebindToSigned<D>(), isLarger), other.place, best.place)};
}

/// The elements of a window: a square of kSize inside the image, or for 0 any part of any window. Calls
/// body(place, offset in the plane).
template <std::size_t kSize, class Body>
HWY_INLINE void forEachTap(const MaxPool& pool, const WindowPart& part, Body body)
{
    const std::size_t firstRow = kSize ? 0 : part.rows.first, endRow = kSize ? kSize : part.rows.end;
    const std::size_t firstColumn = kSize ? 0 : part.columns.first;
    const std::size_t endColumn = kSize ? kSize : part.columns.end;
    const std::size_t columns = kSize ? kSize : pool.kernelWidth;
    const auto width = static_cast<std::ptrdiff_t>(pool.width);
    for (std::size_t ky = firstRow; ky < endRow; ++ky) {
        for (std::size_t kx = firstColumn; kx < endColumn; ++kx) {
            const std::ptrdiff_t pixel = (part.rows.start + static_cast<std::ptrdiff_t>(ky)) * width +
                part.columns.start + static_cast<std::ptrdiff_t>(kx);
            body(ky * columns + kx, pixel * static_cast<std::ptrdiff_t>(pool.lanes));
        }
    }
}

/// Calls body(plane, pixel of the output, part of the window, whether it is a whole one) for all windows.
template <class Body>
HWY_INLINE void forEachWindow(const MaxPool& pool, Body body)
{
    for (std::size_t row = 0; row < pool.planes * pool.outputHeight; ++row) {
        const Taps rows(row % pool.outputHeight, pool.strideY, pool.padTop, pool.height, pool.kernelHeight);
        const bool hasAllRows = rows.areAll(pool.kernelHeight);
        for (std::size_t x = 0; x < pool.outputWidth; ++x) {
            const Taps columns(x, pool.strideX, pool.padLeft, pool.width, pool.kernelWidth);
            body(row / pool.outputHeight, row * pool.outputWidth + x, WindowPart{rows, columns},
                hasAllRows && columns.areAll(pool.kernelWidth));
        }
    }
}

template <std::size_t kSize, class D, class Order, class T = hn::TFromD<D>>
HWY_INLINE void poolWindow(D d, const Order& order, const MaxPool& pool, const WindowPart& part,
    const T* plane, T* dst, std::uint8_t* place)
{
    const hn::RebindToSigned<D> places;
    const hn::Rebind<std::uint8_t, D> bytes;
    Best<D> best{hn::Zero(d), hn::Zero(d), hn::Zero(places)};
    bool isFirst = true;
    forEachTap<kSize>(pool, part, [&](std::size_t at, std::ptrdiff_t offset) HWY_ATTR {
        const hn::Vec<D> value = hn::LoadU(d, plane + offset);
        const Best<D> other{
            value, order.keyOf(value), hn::Set(places, static_cast<hn::TFromD<decltype(places)>>(at))};
        best = isFirst ? other : larger(d, order, best, other);
        isFirst = false;
    });
    hn::StoreU(best.value, d, dst);
    hn::StoreU(hn::DemoteTo(bytes, best.place), bytes, place);
}

template <std::size_t kSize, template <class> class Order, class D, class T = hn::TFromD<D>>
void poolLanes(D d, const MaxPool& pool, const T* src, T* dst, std::uint8_t* places, std::int16_t infinity)
{
    const Order<D> order(infinity);
    const std::size_t plane = pool.height * pool.width * pool.lanes;
    forEachWindow(
        pool, [=](std::size_t number, std::size_t pixel, const WindowPart& part, bool isWhole) HWY_ATTR {
            for (std::size_t lane = 0; lane < pool.lanes; lane += hn::Lanes(d)) {
                const T* image = src + number * plane + lane;
                const std::size_t at = pixel * pool.lanes + lane;
                if (isWhole)
                    poolWindow<kSize>(d, order, pool, part, image, dst + at, places + at);
                else
                    poolWindow<0>(d, order, pool, part, image, dst + at, places + at);
            }
        });
}

template <template <class> class Order, class D, class T = hn::TFromD<D>>
void poolSquares(D d, const MaxPool& pool, const T* src, T* dst, std::uint8_t* places, std::int16_t infinity)
{
    const std::size_t square = pool.kernelHeight == pool.kernelWidth ? pool.kernelWidth : 0;
    const auto loop = square == 2 ? poolLanes<2, Order, D>
        : square == 3             ? poolLanes<3, Order, D>
                                  : poolLanes<0, Order, D>;
    loop(d, pool, src, dst, places, infinity);
}

/// Puts the gradient of a window to its place, and zeros elsewhere unless \p adds.
template <bool adds, std::size_t kSize, class D, class T = hn::TFromD<D>>
HWY_INLINE void spreadWindow(D d, const MaxPool& pool, const WindowPart& part, hn::Vec<D> gradient,
    hn::Vec<hn::RebindToSigned<D>> place, T* plane)
{
    const hn::RebindToSigned<D> places;
    forEachTap<kSize>(pool, part, [=](std::size_t at, std::ptrdiff_t offset) HWY_ATTR {
        const auto isHere = hn::Eq(place, hn::Set(places, static_cast<hn::TFromD<decltype(places)>>(at)));
        hn::Vec<D> value = hn::IfThenElseZero(hn::RebindMask(d, isHere), gradient);
        if constexpr (adds)
            value = hn::Add(hn::LoadU(d, plane + offset), value);
        hn::StoreU(value, d, plane + offset);
    });
}

template <bool adds, std::size_t kSize, class D, class T = hn::TFromD<D>>
void spreadLanes(D d, const MaxPool& pool, const T* gradient, const std::uint8_t* places, T* dst)
{
    const hn::Rebind<std::uint8_t, D> bytes;
    const hn::RebindToSigned<D> wide;
    const std::size_t plane = pool.height * pool.width * pool.lanes;
    forEachWindow(
        pool, [=](std::size_t number, std::size_t pixel, const WindowPart& part, bool isWhole) HWY_ATTR {
            for (std::size_t lane = 0; lane < pool.lanes; lane += hn::Lanes(d)) {
                const std::size_t at = pixel * pool.lanes + lane;
                const hn::Vec<D> value = hn::LoadU(d, gradient + at);
                const auto place = hn::PromoteTo(wide, hn::LoadU(bytes, places + at));
                if (isWhole)
                    spreadWindow<adds, kSize>(d, pool, part, value, place, dst + number * plane + lane);
                else
                    spreadWindow<adds, 0>(d, pool, part, value, place, dst + number * plane + lane);
            }
        });
}

template <bool adds, class D, class T = hn::TFromD<D>>
void spreadSquares(D d, const MaxPool& pool, const T* gradient, const std::uint8_t* places, T* dst)
{
    const bool isSquare = pool.kernelHeight == 2 && pool.kernelWidth == 2;
    const auto loop = isSquare ? spreadLanes<adds, 2, D> : spreadLanes<adds, 0, D>;
    loop(d, pool, gradient, places, dst);
}

/// Calls body(D) with the widest vectors that blocks of the pool consist of.
template <class T, class Body>
HWY_INLINE void withLanes(const MaxPool& pool, Body body)
{
    const hn::CappedTag<T, 16> wide;
    if (pool.lanes % hn::Lanes(wide) == 0)
        body(wide);
    else
        body(hn::CappedTag<T, 8>());
}

void pool32(const MaxPool& pool, const float* src, float* dst, std::uint8_t* places)
{
    withLanes<float>(pool, [&](auto d) HWY_ATTR { poolSquares<FloatOrder>(d, pool, src, dst, places, 0); });
}

void pool16(const MaxPool& pool, const std::int16_t* src, std::int16_t* dst, std::uint8_t* places,
    std::int16_t infinity)
{
    withLanes<std::int16_t>(
        pool, [&](auto d) HWY_ATTR { poolSquares<PatternOrder>(d, pool, src, dst, places, infinity); });
}

void spread32(const MaxPool& pool, const float* gradient, const std::uint8_t* places, float* dst)
{
    withLanes<float>(pool, [&](auto d) HWY_ATTR {
        if (pool.isDisjoint())
            spreadSquares<false>(d, pool, gradient, places, dst);
        else
            spreadSquares<true>(d, pool, gradient, places, dst);
    });
}

void spread16(
    const MaxPool& pool, const std::int16_t* gradient, const std::uint8_t* places, std::int16_t* dst)
{
    withLanes<std::int16_t>(
        pool, [&](auto d) HWY_ATTR { spreadSquares<false>(d, pool, gradient, places, dst); });
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(pool32);
HWY_EXPORT(pool16);
HWY_EXPORT(spread32);
HWY_EXPORT(spread16);

std::int16_t infinityOf(Format16 format)
{
    return format == Format16::F16 ? 0x7c00 : 0x7f80;
}

/// Whether windows that write all of their pixels leave none out.
bool coversAll(const MaxPool& pool)
{
    return pool.isDisjoint() && pool.padTop == 0 && pool.padLeft == 0 && pool.strideY == pool.kernelHeight &&
        pool.strideX == pool.kernelWidth && pool.outputHeight * pool.strideY >= pool.height &&
        pool.outputWidth * pool.strideX >= pool.width;
}

}

void maxPool(const MaxPool& pool, std::span<const float> src, std::span<float> dst,
    std::span<std::uint8_t> places) noexcept
{
    assert(src.size() == pool.inputs() && dst.size() == pool.outputs() && places.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(pool32)(pool, src.data(), dst.data(), places.data());
}

void maxPool(const MaxPool& pool, std::span<const std::uint16_t> src, std::span<std::uint16_t> dst,
    std::span<std::uint8_t> places, Format16 format) noexcept
{
    assert(src.size() == pool.inputs() && dst.size() == pool.outputs() && places.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(pool16)
    (pool, asSigned(src.data()), asSigned(dst.data()), places.data(), infinityOf(format));
}

void maxPoolGradient(const MaxPool& pool, std::span<const float> gradient,
    std::span<const std::uint8_t> places, std::span<float> dst) noexcept
{
    assert(dst.size() == pool.inputs() && gradient.size() == pool.outputs());
    if (!coversAll(pool))
        std::ranges::fill(dst, 0.0f);
    HWY_DYNAMIC_DISPATCH(spread32)(pool, gradient.data(), places.data(), dst.data());
}

void maxPoolGradient(const MaxPool& pool, std::span<const std::uint16_t> gradient,
    std::span<const std::uint8_t> places, std::span<std::uint16_t> dst) noexcept
{
    assert(dst.size() == pool.inputs() && gradient.size() == pool.outputs() && pool.isDisjoint());
    if (!coversAll(pool))
        std::ranges::fill(dst, std::uint16_t{0});
    HWY_DYNAMIC_DISPATCH(spread16)(pool, asSigned(gradient.data()), places.data(), asSigned(dst.data()));
}

}
#endif
