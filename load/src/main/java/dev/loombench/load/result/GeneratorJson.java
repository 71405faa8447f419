package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The state of the load generator as data for other programs.
///
/// @param timerCostNanos by which the pacing was chosen; absent where it was not chosen by it
/// @param busyShare share of the window, 0..1
/// @param runQueueWaitShare of the window; absent where the kernel does not report it
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record GeneratorJson(
        String transport,
        String transportReason,
        String pacing,
        OptionalLong timerCostNanos,
        int threads,
        long cpuNanos,
        double busyShare,
        OptionalLong lateArrivals,
        OptionalDouble runQueueWaitShare,
        StallsJson stalls) {

    /// @param longestAtNanos start of the longest, from the start of the window
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record StallsJson(
            long count,
            long totalNanos,
            long longestNanos,
            OptionalLong longestAtNanos,
            long suspendedNanos) {
        static StallsJson of(LoadResult.Stalls stalls) {
            return new StallsJson(
                    stalls.count(),
                    stalls.totalNanos(),
                    stalls.longestNanos(),
                    stalls.longestAtNanos(),
                    stalls.suspendedNanos());
        }
    }

    public static GeneratorJson of(LoadResult.Generator generator) {
        return new GeneratorJson(
                generator.transport(),
                generator.transportReason(),
                generator.pacing(),
                generator.timerCostNanos(),
                generator.threads(),
                generator.cpuNanos(),
                generator.busyShare(),
                generator.lateArrivals(),
                generator.runQueueWaitShare(),
                StallsJson.of(generator.stalls()));
    }
}
