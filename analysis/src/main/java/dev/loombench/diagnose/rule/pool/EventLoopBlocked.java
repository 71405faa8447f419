package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import java.lang.Thread.State;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Event loops (Netty, Vert.x, XNIO) that wait within a call of the application: all connections of
/// the loop wait with it. What waits for a thread of a client that calls back, or of a scheduler
/// for tasks that do not wait, is not known, so that is a warning. `SaturatedThreads` has those
/// that compute.
public final class EventLoopBlocked {
    static final String ID = "event-loop-blocked";

    /// The least share of the moments.
    private static final double BLOCKED_SHARE = 0.5;

    private static final double CRITICAL_SHARE = 0.75;

    /// A thread that waits for data, a file or a name counts as running for the JVM, with one of
    /// these calls in its topmost frames.
    private static final Pattern WAIT =
            Pattern.compile(
                    "(sun\\.nio\\.ch\\.(Net|SocketDispatcher|NioSocketImpl|UnixFileDispatcherImpl|FileDispatcherImpl)\\."
                            + "|java\\.io\\.(FileInputStream|FileOutputStream|RandomAccessFile)\\."
                            + "|java\\.net\\.Inet\\d?\\w*Address).*");

    private static final int TOP = 4;

    static final Rule RULE =
            new Rule(
                    ID,
                    "event loops wait within calls of the application",
                    "printed threads",
                    "an event loop of Netty, XNIO or the JDK's HTTP server, or a thread of Apache's asynchronous HTTP client, ZooKeeper or Kafka's producer or admin client that calls back, or of Reactor's parallel scheduler or RxJava's for computations, is in a call of the application that waits (for a lock, a result, time, data), or itself looks up a name, at %s of the moments or more, three at least; an event loop is critical from %s"
                            .formatted(percent(BLOCKED_SHARE), percent(CRITICAL_SHARE)),
                    "warning",
                    "Netty and Vert.x: do not block the event loop",
                    Figures.class);

    private EventLoopBlocked() {}

    /// @param blocked event loops
    /// @param blockedShare of the moments, most of them
    record Figures(int blocked, int threads, double blockedShare) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.printed().value().stream().flatMap(history -> in(history, evidence));
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        return PlatformPool.groups(history.last()).stream()
                .flatMap(group -> {
                    var blocked =
                            group.threads().stream()
                                    .filter(thread -> isBlocked(thread, history))
                                    .toList();
                    return blocked.isEmpty()
                            ? Stream.<ServiceFinding>empty()
                            : Stream.of(finding(group, blocked, history, evidence));
                });
    }

    private static boolean isBlocked(LiveThread thread, ThreadHistory history) {
        long count = waits(thread, history).count();
        return count >= ThreadHistory.FEWEST_MOMENTS && share(count, history) >= BLOCKED_SHARE;
    }

    private static double share(long count, ThreadHistory history) {
        return (double) count / history.moments().size();
    }

    /// The thread at those moments at which it waited within the application.
    private static Stream<LiveThread> waits(LiveThread thread, ThreadHistory history) {
        return history.momentsOf(thread)
                .filter(t -> !t.virtual() && t.isAtWork() && waits(t))
                .filter(t -> EventLoop.executes(t.frames()) || EventLoop.isForComputing(t));
    }

    private static boolean waits(LiveThread thread) {
        return thread.state().filter(state -> state != State.RUNNABLE).isPresent()
                || thread.frames().stream().limit(TOP).anyMatch(f -> WAIT.matcher(f).matches());
    }

    /// Whether some threads are event loops of connections, and not those of a client.
    private static boolean haveConnections(List<LiveThread> threads) {
        return threads.stream().anyMatch(thread -> EventLoop.runs(thread.frames()));
    }

    /// Whether the application has called one of some stacks, and not the loop itself.
    private static boolean isOfApplication(List<List<String>> stacks) {
        return stacks.stream().anyMatch(frames -> !StackFrames.ofApplication(frames).isEmpty());
    }

    private static ServiceFinding finding(
            PlatformPool group,
            List<LiveThread> blocked,
            ThreadHistory history,
            Evidence evidence) {
        double share =
                blocked.stream()
                        .mapToDouble(t -> share(waits(t, history).count(), history))
                        .max()
                        .orElseThrow();
        var stacks =
                blocked.stream().flatMap(t -> waits(t, history)).map(LiveThread::frames).toList();
        boolean loops = haveConnections(blocked);
        var noun = loops ? "event loop" : "thread";
        return ServiceFinding.of(
                        RULE,
                        share >= CRITICAL_SHARE && loops ? Severity.CRITICAL : Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                (group.size() == 1
                                                ? "%s %s waits"
                                                        .formatted(noun, blocked.getFirst().label())
                                                : "%d of %s of %s wait"
                                                        .formatted(
                                                                blocked.size(),
                                                                counted(group.size(), noun),
                                                                group.name()))
                                        + (isOfApplication(stacks)
                                                ? " in a call of the application"
                                                : " for a backend"),
                                "all connections of an event loop wait with it, of a client all responses and"
                                        + " events, and of a scheduler all tasks of this thread",
                                "make the call below on another thread (a worker pool, a virtual thread),"
                                        + " or use one that does not wait"),
                        List.of(
                                "it waited there at %s of %s"
                                        .formatted(
                                                percent(share),
                                                counted(history.moments().size(), "moment"))),
                        GarbageCollections.left(evidence) * share * blocked.size() / group.size(),
                        new Figures(blocked.size(), group.size(), share))
                .withFrames(AppCalls.mostFrequent(stacks));
    }
}
