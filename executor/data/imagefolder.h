// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/dataset.h"

#include <optional>
#include <utility>

namespace halftone {

/// What becomes of images that do not fit each other. Without a rule they have to.
struct ImageRules
{
    std::optional<std::pair<std::size_t, std::size_t>> size; ///< Width and height to resize all to.
    std::optional<std::size_t> channels; ///< 1: all gray. 3: all in colour.
};

/// A place and the rules behind it: "photos,32x32,gray".
struct ImagePlace
{
    std::filesystem::path folder;
    ImageRules rules;
};

/// Reads the rules off the end of \p place. Nullopt where nothing stands there that is one, or the folder has
/// no images by class.
std::optional<ImagePlace> findImageFolder(const std::string& place);

/// Reads folder/CLASS/*.png, *.jpg and *.jpeg. The classes are numbered in the order of their names; other
/// files are left alone. The last fifth of each class, in the order of the names, is the test part, unless
/// there are folder/train/CLASS and folder/test/CLASS. Samples are [height, width] when gray, else [3,
/// height, width]. Fails, naming the file, for a damaged image and for one of another size or colour than
/// those before it where no rule says what to do, and for a class without images.
Result<DatasetPair> readImageFolder(const ImagePlace& place);

}
