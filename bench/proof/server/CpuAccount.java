import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// The CPU time that a thread is to have spent, on the kernel's clock of that thread.
///
/// The target is a sum over the life of the account, so whatever else the thread does between two
/// calls of [#spend] (reading, writing, waking up) is part of the cost, and no rounding adds up.
/// Used by its own thread only.
final class CpuAccount {
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /// Steps between two looks at the clock: about half a microsecond.
    private static final int STEPS = 400;

    private long target = CLOCK.getCurrentThreadCpuTime();
    private long state = 1;

    /// Computes until the thread has spent so much more CPU time than at the end of the last call.
    void spend(long nanos) {
        target += nanos;
        while (CLOCK.getCurrentThreadCpuTime() < target) {
            for (int i = 0; i < STEPS; i++) {
                state = state * 6364136223846793005L + 1442695040888963407L;
            }
        }
    }
}
