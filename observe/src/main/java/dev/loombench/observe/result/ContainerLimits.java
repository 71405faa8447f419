package dev.loombench.observe.result;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The limits that control groups set for a process, and the time for which they kept its threads
/// from running (Linux).
///
/// @param quotaCores the lowest quota, in processors; empty where there is none
/// @param throttledNanos time without quota since any fixed moment, added up over processors; empty
///   without a quota
/// @param memoryBytes the lowest limit of memory; empty where there is none
public record ContainerLimits(
        OptionalDouble quotaCores, OptionalLong throttledNanos, OptionalLong memoryBytes) {}
