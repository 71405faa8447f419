package dev.loombench.observe.result;

import java.util.OptionalDouble;

/// What others took of a machine's processors, as shares of all of them, 0..1.
///
/// @param busy of other processes; empty where it is not known
/// @param stolen of the hypervisor, for other guests; empty where the platform does not report it
public record OthersShare(OptionalDouble busy, OptionalDouble stolen) {}
