// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/reportparts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>

namespace halftone {

std::string validUtf8(std::string_view text)
{
    constexpr unsigned char kLastAscii = 0x7f;
    if (std::ranges::all_of(text, [](unsigned char each) { return each <= kLastAscii; }))
        return std::string(text);
    using Json = nlohmann::json;
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

std::string htmlText(std::string_view text)
{
    std::string html;
    for (char each : validUtf8(text)) {
        const auto byte = static_cast<unsigned char>(each);
        constexpr unsigned char kFirstPrintable = 0x20;
        if (each == '&')
            html += "&amp;";
        else if (each == '<')
            html += "&lt;";
        else if (each == '>')
            html += "&gt;";
        else if (each == '"')
            html += "&quot;";
        else if (byte < kFirstPrintable && each != '\n' && each != '\t')
            html += "\xef\xbf\xbd";
        else
            html += each;
    }
    return html;
}

std::string_view precisionClass(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return "p16";
    case DType::Float32:
        return "p32";
    case DType::BFloat16:
        return "pb";
    default:
        return "po";
    }
}

std::string_view precisionLetters(DType dtype)
{
    return dtype == DType::Undefined ? "–" : shortName(dtype);
}

std::string errorText(const ErrorMeasures& error)
{
    if (error.notFinite > 0)
        return "∞";
    return error.relative() == 0 ? "0" : std::format("{:.2g}", error.relative());
}

// The colours are those of the window; every pair of text and ground has a contrast of 4.5 or more.
std::string_view reportStyle()
{
    return R"(
:root { --ground: #ffffff; --text: #1f2328; --muted: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --fp16: #0072b2; --fp16t: #ffffff; --fp32: #d55e00; --fp32t: #1f2328; --bf16: #009e73; --bf16t: #1f2328;
  --other: #b8bdc4; --othert: #1f2328; --bad: #b3261e; --edge: #8a929b; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1b1d21; --text: #f2f2f2; --muted: #a8b0b8; --line: #3d444d; --panel: #25282d;
    --fp16: #56b4e9; --fp16t: #1b1d21; --fp32: #e69f00; --fp32t: #1b1d21; --bf16: #2bc79b; --bf16t: #1b1d21;
    --other: #7a808a; --othert: #000000; --bad: #ff8a80; --edge: #7a808a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 "Noto Sans", "DejaVu Sans", system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .4rem 0; max-width: 60rem; } .muted, .note { color: var(--muted); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; font-size: .87rem; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--panel); white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.w { min-width: 11rem; } td small { display: block; color: var(--muted); }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--fp16); }
th[aria-sort=ascending] button::after { content: " ▲"; } th[aria-sort=descending] button::after { content: " ▼"; }
.tag { display: inline-block; min-width: 2.1em; padding: 0 .35em; border-radius: 3px; text-align: center;
  font-weight: 600; font-size: .8rem; }
.tag.p16 { background: var(--fp16); color: var(--fp16t); } .tag.p32 { background: var(--fp32); color: var(--fp32t); }
.tag.pb { background: var(--bf16); color: var(--bf16t); } .tag.po { background: var(--other); color: var(--othert); }
.bad { color: var(--bad); font-weight: 600; } svg .same text { fill: var(--muted); }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .7rem;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 "DejaVu Sans Mono", monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
svg text { fill: var(--text); font: 11px "Noto Sans", "DejaVu Sans", sans-serif; }
svg .muted { fill: var(--muted); } svg .line { stroke: var(--line); fill: none; }
svg .edge { stroke: var(--edge); fill: none; } svg .far { stroke-dasharray: 3 2; stroke-opacity: .7; } svg .box { fill: var(--panel); stroke: var(--line); }
svg .box.differs { stroke: var(--text); stroke-width: 1.5; }
svg .p16 { fill: var(--fp16); } svg .p32 { fill: var(--fp32); } svg .pb { fill: var(--bf16); } svg .po { fill: var(--other); }
svg text.on16 { fill: var(--fp16t); } svg text.on32 { fill: var(--fp32t); } svg text.onb { fill: var(--bf16t); } svg text.ono { fill: var(--othert); }
svg .hatch { stroke: var(--fp16t); stroke-opacity: .55; } svg .bad { fill: var(--bad); }
svg .w0 { stroke: var(--fp16); } svg .w1 { stroke: var(--fp32); } svg .w2 { stroke: var(--bf16); } svg .w3 { stroke: var(--text); }
svg .w { fill: none; stroke-width: 1.4; }
@page { margin: 14mm; }
@media print { body { padding: 0; max-width: none; font-size: 11px; } .wide { overflow: visible; border: 0; }
  thead { display: table-header-group; } tr, svg { break-inside: avoid; } h2 { break-after: avoid; }
  .tag { border: 1px solid currentColor; } }
)";
}

// Without script the tables stand in the order of the graph. No less-than signs or ampersands: XML.
std::string_view reportScript()
{
    return R"(
for (const table of document.querySelectorAll("table.sorts"))
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button"; button.append(...head.childNodes); head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
      const compare = (a, b) => key(a).localeCompare(key(b), "en", { numeric: !key(a).includes("e") });
      const byNumber = (a, b) => Number(key(a)) - Number(key(b));
      const rows = Array.from(table.tBodies[0].rows);
      const numeric = rows.every(row => row.cells[column].dataset.v !== undefined);
      rows.sort(numeric ? byNumber : compare);
      table.tBodies[0].append(...(down ? rows.reverse() : rows));
    });
  });
)";
}

}
