package dev.loombench.report.html.chart;

/// A mark of an axis.
///
/// @param at position in per cent
public record Mark(String at, String label) {}
