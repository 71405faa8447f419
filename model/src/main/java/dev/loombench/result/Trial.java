package dev.loombench.result;

/// One fresh server process under one load.
///
/// @param number position in the plan, from 1
/// @param variant name of the variant
/// @param block from 1, within the variant
public record Trial(int number, String variant, int block) {}
