package dev.loombench.junit;

import dev.loombench.observe.proc.thread.TaskTimes;
import java.util.List;
import java.util.Optional;

/// The carriers of this JVM at one moment.
///
/// @param nanos on the monotonic clock
/// @param parallelism carriers that the scheduler may use
/// @param queued virtual threads that wait for a carrier
/// @param stoppedMillis time in pauses of collections since the start of the JVM
/// @param carried the virtual threads on carriers
record CarrierMoment(
        long nanos, int parallelism, long queued, long stoppedMillis, List<Carried> carried) {
    private static final char RUNNABLE = 'R';

    CarrierMoment {
        carried = List.copyOf(carried);
    }

    /// A virtual thread on its carrier.
    ///
    /// @param osThread the carrier's id in the operating system
    /// @param virtualThread its number
    /// @param frames from the top
    /// @param times the kernel's account of the carrier; empty where it has ended
    record Carried(
            long osThread, long virtualThread, List<String> frames, Optional<TaskTimes> times) {
        Carried {
            frames = List.copyOf(frames);
        }

        /// Whether its carrier runs or waits for a processor at this moment.
        boolean isRunnable() {
            return times.filter(known -> known.state() == RUNNABLE).isPresent();
        }

        /// Whether it is the same thread at the same call.
        boolean isStill(Carried other) {
            return osThread == other.osThread
                    && virtualThread == other.virtualThread
                    && frames.equals(other.frames);
        }
    }

    /// Whether every carrier has a virtual thread while others wait for one.
    boolean isSaturated() {
        return carried.size() >= parallelism && queued > 0;
    }

    Optional<Carried> on(long osThread) {
        return carried.stream().filter(c -> c.osThread == osThread).findFirst();
    }
}
