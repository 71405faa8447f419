package dev.loombench.diagnose.evidence;

import java.util.List;
import java.util.Map;

/// The virtual threads on carriers at one moment.
///
/// @param nanos on the monotonic clock
public record CarrierStacks(long nanos, List<Carried> carried) {

    /// A virtual thread on its carrier.
    ///
    /// @param osThread the carrier's id in the operating system
    /// @param virtualThread its number
    /// @param frames from the top; empty where the JVM does not show them: before JDK 24 it shows
    ///   those of threads that run or are in native code
    public record Carried(long osThread, long virtualThread, List<String> frames) {
        public Carried {
            frames = List.copyOf(frames);
        }
    }

    public CarrierStacks {
        carried = List.copyOf(carried);
    }

    /// The same with other stacks where there is none.
    ///
    /// @param stacks number of a virtual thread -> its stack
    public CarrierStacks with(Map<Long, List<String>> stacks) {
        return new CarrierStacks(
                nanos,
                carried.stream()
                        .map(c ->
                                c.frames().isEmpty()
                                        ? new Carried(
                                                c.osThread(),
                                                c.virtualThread(),
                                                stacks.getOrDefault(c.virtualThread(), List.of()))
                                        : c)
                        .toList());
    }
}
