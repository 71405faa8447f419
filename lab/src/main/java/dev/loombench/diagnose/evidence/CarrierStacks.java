package dev.loombench.diagnose.evidence;

import java.util.List;

/// The virtual threads on carriers at one moment.
///
/// @param nanos on the monotonic clock
public record CarrierStacks(long nanos, List<Carried> carried) {

    /// A virtual thread on its carrier.
    ///
    /// @param osThread the carrier's id in the operating system
    /// @param virtualThread its number
    /// @param frames from the top; empty where the JVM does not print them, before JDK 24
    public record Carried(long osThread, long virtualThread, List<String> frames) {
        public Carried {
            frames = List.copyOf(frames);
        }
    }

    public CarrierStacks {
        carried = List.copyOf(carried);
    }
}
