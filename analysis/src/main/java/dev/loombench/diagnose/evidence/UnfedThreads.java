package dev.loombench.diagnose.evidence;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.finding.AppCalls;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Threads in the application's own code, virtual ones too by their stacks in three lists, that
/// waited for an element of a queue, a signal or input over the whole observation. They have
/// nothing to do, or what is to end their wait has ended: the stacks do not show which.
final class UnfedThreads {
    /// The call is in one of these topmost frames.
    private static final int TOP = 12;

    private UnfedThreads() {}

    /// What a thread waits for.
    private enum Wait {
        ELEMENT(
                "java\\.util\\.concurrent\\.[\\w.$]+\\.take\\w*\\(.*",
                false,
                3,
                "producers for ",
                "waited for an element of a queue: whether none is due, or what puts them has ended, could not be told; jcmd PID Thread.print shows which threads are left, and --for 5m whether one comes"),
        SIGNAL(
                "java\\.util\\.concurrent\\.(CountDownLatch|CyclicBarrier|Phaser|Exchanger)\\.\\w+\\(.*",
                true,
                3,
                "signals to ",
                "waited for a signal, each for a limited time: whether it is not due, or what gives it has ended, could not be told; jcmd PID Thread.print shows which threads are left, and --for 5m whether it comes"),
        INPUT(
                "java\\.io\\.FileInputStream\\.read\\w*\\(.*",
                false,
                1,
                "input of ",
                "read from a file, a pipe or standard input: whether nothing is due, or nobody writes, could not be told; ls -l /proc/PID/fd shows what is open");

        private final Pattern call;
        private final boolean timed;
        private final int fewest;
        private final String subject;
        private final String reason;

        /// @param timed whether it does so for a limited time
        Wait(String call, boolean timed, int fewest, String subject, String reason) {
            this.call = Pattern.compile(call);
            this.timed = timed;
            this.fewest = fewest;
            this.subject = subject;
            this.reason = reason;
        }

        boolean isOf(LiveThread thread) {
            return !thread.isFree()
                    && thread.stack().awaited().isEmpty()
                    && thread.isTimed() == timed
                    && thread.frames().stream().limit(TOP).anyMatch(f -> call.matcher(f).matches())
                    && AppCalls.caller(thread.frames()).isPresent();
        }
    }

    /// Subject -> the command that would observe it; of the last moment.
    static Map<String, String> unseen(Evidence evidence) {
        var reasons = new TreeMap<String, String>();
        evidence.printed().value().stream()
                .filter(_ -> evidence.showsProgress())
                .forEach(history -> {
                    for (var wait : Wait.values()) {
                        add(wait, history, reasons);
                    }
                });
        return reasons;
    }

    private static void add(Wait wait, ThreadHistory history, Map<String, String> reasons) {
        Stream.concat(
                        history.last().threads().stream()
                                .filter(thread -> !thread.virtual() && wait.isOf(thread))
                                .filter(history::standsStill),
                        history.waitingAlike().stream().filter(wait::isOf))
                .map(thread -> AppCalls.caller(thread.frames()).orElseThrow())
                .collect(Collectors.groupingBy(StackFrames::call, Collectors.counting()))
                .forEach((call, count) -> {
                    if (count >= wait.fewest) {
                        reasons.put(
                                wait.subject + "threads in " + call,
                                counted(count, "thread") + " " + wait.reason);
                    }
                });
    }
}
