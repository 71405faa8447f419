package dev.loombench.observe.result;

import java.util.Optional;
import java.util.OptionalDouble;

/// The settings of the processors that decide how fast they run. What a platform does not report,
/// or a virtual machine hides, is empty.
///
/// @param governor of the clock rate, as in `performance`
/// @param turbo whether clock rates above the nominal one are allowed
/// @param smt whether cores run several threads at once
/// @param quotaCores limit of the lab's control group and so of its servers, in processors; empty
///   without a limit
public record ProcessorSettings(
        Optional<String> governor,
        Optional<Boolean> turbo,
        Optional<Boolean> smt,
        OptionalDouble quotaCores) {}
