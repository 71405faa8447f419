package dev.loombench.diagnose.evidence;

import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedStack;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

        /// Whether no frame of its own is printed: at most the initialiser that it awaits.
        private boolean isUnprinted() {
            return frames.stream().allMatch(PrintedStack::isInitialiser);
        }

        private Carried above(List<String> others) {
            return new Carried(
                    osThread,
                    virtualThread,
                    Stream.concat(frames.stream(), others.stream()).toList());
        }
    }

    /// The topmost call of a virtual thread that has released its carrier.
    private static final String RELEASED = "java.lang.VirtualThread.";

    public CarrierStacks {
        carried = List.copyOf(carried);
    }

    /// The stacks of the virtual threads in lists by their numbers: before JDK 24 prints have none.
    /// One that had released its carrier when it was listed does not show why it kept it before.
    public static Map<Long, List<String>> listed(Stream<ListedThread> threads) {
        return threads.filter(ListedThread::virtual)
                .filter(thread -> !thread.stack().frames().isEmpty())
                .filter(thread -> !thread.stack().frames().getFirst().startsWith(RELEASED))
                .collect(
                        Collectors.toMap(
                                ListedThread::number,
                                thread -> thread.stack().frames(),
                                (_, last) -> last));
    }

    /// The same with other stacks where there is none; an awaited initialiser stays on top.
    ///
    /// @param stacks number of a virtual thread -> its stack
    public CarrierStacks with(Map<Long, List<String>> stacks) {
        return new CarrierStacks(
                nanos,
                carried.stream()
                        .map(c ->
                                c.isUnprinted()
                                        ? c.above(stacks.getOrDefault(c.virtualThread(), List.of()))
                                        : c)
                        .toList());
    }
}
