// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sizes of the drawing in scene units: pixels at a zoom of 100 %.
namespace halftone {

inline constexpr double kBoxWidth = 216;
inline constexpr double kBoxHeight = 46;
inline constexpr double kGroupWidth = 216;
inline constexpr double kGroupHeight = 84;
inline constexpr double kFrameHeader = 34; // the titled band of an open group
inline constexpr double kFrameInset = 22; // between the frame and what is in it
inline constexpr double kOpenerRoom = 20; // of the sign that a box can be opened
inline constexpr double kEndWidth = 188; // inputs and outputs of the graph
inline constexpr double kEndHeight = 30;
inline constexpr double kStripeWidth = 30; // holds the letters of the precision
inline constexpr double kCornerRadius = 5;
inline constexpr double kTextInset = 8;

inline constexpr double kStubReach = 150; // from the box to the end of the label
inline constexpr double kStubHeight = 19;
inline constexpr double kStubInset = 3;
inline constexpr double kStubLine = 16; // the visible piece of line between box and label

inline constexpr double kCastRadius = 6;
inline constexpr double kCastDistance = 17; // of the mark from the box that wants the other type
inline constexpr double kArrowLength = 7;

}
