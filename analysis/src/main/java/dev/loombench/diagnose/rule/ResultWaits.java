package dev.loombench.diagnose.rule;

import static dev.loombench.text.Figures.counted;

import dev.loombench.diagnose.evidence.LiveThread;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Threads that wait for what others are to do: a `CountDownLatch`, a barrier, a future, the end of
/// a thread or a process. None of these knows who does it.
final class ResultWaits {
    /// The call is in one of these topmost frames.
    private static final int TOP = 10;

    private static final Pattern WAIT =
            Pattern.compile(
                    "java\\.(?:util\\.concurrent|lang)\\.(CountDownLatch|CyclicBarrier|Phaser|FutureTask|CompletableFuture|ForkJoinTask|Exchanger|Thread|ProcessImpl)"
                            + "\\.(await\\w*|arriveAndAwait\\w*|get|join|timedGet|waitingGet|exchange|waitFor)\\(.*");

    /// What several threads may await again and again; a future is awaited for what it holds.
    private static final Set<String> SIGNALS =
            Set.of(
                    "CountDownLatch",
                    "CyclicBarrier",
                    "Phaser",
                    "Exchanger",
                    "Thread",
                    "ProcessImpl");

    private ResultWaits() {}

    /// `3 of 4 threads wait for other threads (CountDownLatch), and for which ones is not known`;
    /// empty where most do not wait so.
    static Optional<String> describe(Collection<LiveThread> threads) {
        var waits =
                threads.stream()
                        .map(LiveThread::frames)
                        .flatMap(frames -> awaited(frames).stream())
                        .toList();
        return 2 * waits.size() > threads.size()
                ? Optional.of(
                        "%d of %s wait for other threads (%s), and for which ones is not known"
                                .formatted(
                                        waits.size(),
                                        counted(threads.size(), "thread"),
                                        String.join(
                                                ", ", waits.stream().distinct().sorted().toList())))
                : Optional.empty();
    }

    /// The class of what a thread waits for, as in `CountDownLatch`.
    ///
    /// @param frames from the top
    static Optional<String> awaited(List<String> frames) {
        return frames.stream()
                .limit(TOP)
                .map(WAIT::matcher)
                .filter(Matcher::matches)
                .map(call -> call.group(1))
                .findFirst();
    }

    /// Whether a class of these is awaited for what happens, and not for what it holds.
    static boolean isSignal(String type) {
        return SIGNALS.contains(type);
    }
}
