package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Platform threads that run, or are ready to run, all the time while the service may use more
/// processors: one thread uses one processor at most, so what only this thread does bounds the
/// throughput.
///
/// Two kinds count: a thread that serves events (an event loop, a selector, an acceptor, a consumer
/// of a queue), and the threads of an executor that has no other. Other threads may compute because
/// there is something to compute. An event loop serves each connection alone, and clients of HTTP/2
/// may have one connection for all requests.
public final class SaturatedThreads {
    public static final String ID = "thread-saturated";

    /// The most CPU time of another event loop, as a share of a processor.
    private static final double IDLE = 0.1;

    /// Share of the time below which a wait for a processor is not shown.
    private static final double WAITED = 0.005;

    /// Calls of a server that reads or writes frames of HTTP/2.
    private static final Pattern HTTP_2 = Pattern.compile("(?i).*http2.*");

    private static final Pattern CLIENT =
            Pattern.compile("jdk\\.internal\\.net\\.http\\..*|.*Client.*");

    static final Rule RULE =
            new Rule(
                    ID,
                    "an event loop, a selector or all threads of an executor run without a pause while processors are free",
                    "CPU time of each printed thread over 10 s or more, and its waits for a processor (`schedstat`); the processors that the service uses and may use (`/proc/PID/stat`, its quota)",
                    "a thread that serves events, by its name or a frame at any moment, or each thread of an executor runs for %s of the time or more, and runs or waits for a processor for %s, and %.1f processors or more are unused, and would be without such waits. Not while a quota stops the service. An event loop in calls of HTTP/2 beside idle ones serves the only connection where all ports have one together, at three of four moments"
                            .formatted(
                                    percent(EventThreads.RUNS),
                                    percent(EventThreads.SATURATED),
                                    EventThreads.FREE),
                    "warning",
                    "one thread uses one processor at most",
                    Figures.class);

    private SaturatedThreads() {}

    /// @param processorShare of one processor, the least of the saturated threads
    /// @param waitShare of the time for which that thread waited for a processor
    record Figures(
            int saturated,
            int threads,
            double processorShare,
            double waitShare,
            double freeProcessors) {}

    /// What saturated threads are for.
    private enum Role {
        EVENTS(
                "what it serves waits for it, whatever other threads and processors are free",
                "move computing and blocking calls from this thread to a pool, or use more event loops"),
        ONE_CONNECTION(
                "all requests of this connection wait for it, whatever other event loops and processors are"
                        + " free",
                "have the clients open more connections, with fewer streams on each (as several channels of"
                        + " gRPC); move computing and blocking calls from this thread to a pool"),
        TASKS(
                "its tasks wait for it, whatever other threads and processors are free",
                "shorten its tasks, or give the executor more threads where tasks may run side by side");

        private final String impact;
        private final String remedy;

        Role(String impact, String remedy) {
            this.impact = impact;
            this.remedy = remedy;
        }
    }

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.showsProgress() && mayUseMore(evidence)
                ? evidence.printed().value().stream().flatMap(history -> in(history, evidence))
                : Stream.empty();
    }

    /// Whether the service has processors that it does not use. A quota that stops it leaves none.
    private static boolean mayUseMore(Evidence evidence) {
        return evidence.freeProcessors().orElse(0) >= EventThreads.FREE
                && ContainerRules.throttled(evidence).isEmpty();
    }

    private static Stream<ServiceFinding> in(ThreadHistory history, Evidence evidence) {
        return PlatformPool.groups(history.last()).stream()
                .flatMap(group -> {
                    var saturated =
                            group.threads().stream().filter(t -> isSaturated(t, history)).toList();
                    return role(group, saturated, history)
                            .filter(_ -> leavesProcessors(saturated, history, evidence))
                            .stream()
                            .map(role -> finding(role, group, saturated, history, evidence));
                });
    }

    /// Others decide what a thread gets of a processor, and it alone what it has to do. One that is
    /// free at all moments spins while it has nothing to do.
    private static boolean isSaturated(LiveThread thread, ThreadHistory history) {
        double runs = history.processorShare(thread).orElse(0);
        return runs >= EventThreads.RUNS
                && runs + history.waitShare(thread) >= EventThreads.SATURATED
                && !history.momentsOf(thread).allMatch(LiveThread::isFree);
    }

    /// Whether the service could use more processors if these threads never waited for one.
    private static boolean leavesProcessors(
            Collection<LiveThread> saturated, ThreadHistory history, Evidence evidence) {
        double waited = saturated.stream().mapToDouble(history::waitShare).sum();
        return evidence.freeProcessors().orElse(0) - waited >= EventThreads.FREE;
    }

    private static Optional<Role> role(
            PlatformPool group, Collection<LiveThread> saturated, ThreadHistory history) {
        if (saturated.isEmpty()) {
            return Optional.empty();
        }
        if (saturated.stream().allMatch(t -> servesEvents(t, history))) {
            return Optional.of(
                    servesOneConnection(group, saturated, history)
                            ? Role.ONE_CONNECTION
                            : Role.EVENTS);
        }
        return saturated.size() == group.size() && group.isExecutor()
                ? Optional.of(Role.TASKS)
                : Optional.empty();
    }

    /// Whether it is the only one of several event loops that works, for the only connection of
    /// clients, in calls of HTTP/2.
    private static boolean servesOneConnection(
            PlatformPool group, Collection<LiveThread> saturated, ThreadHistory history) {
        return saturated.size() == 1
                && group.size() > 1
                && group.threads().stream()
                        .filter(thread -> !saturated.contains(thread))
                        .allMatch(thread -> history.processorShare(thread).orElse(0) <= IDLE)
                && history.hasOneConnection()
                && saturated.stream()
                        .flatMap(thread -> history.stacksOf(thread).stream())
                        .anyMatch(SaturatedThreads::servesHttp2);
    }

    /// Clients have frames of HTTP/2, too.
    private static boolean servesHttp2(List<String> frames) {
        var calls = frames.stream().map(StackFrames::call).toList();
        return calls.stream().anyMatch(call -> HTTP_2.matcher(call).matches())
                && calls.stream().noneMatch(call -> CLIENT.matcher(call).matches());
    }

    /// By its name, or by a frame at any moment; or requests are unread at most moments, and no
    /// other threads are known to read them. A worker that takes its tasks from a queue serves no
    /// events.
    private static boolean servesEvents(LiveThread thread, ThreadHistory history) {
        var frames = history.stacksOf(thread).stream().flatMap(List::stream).toList();
        return EventThreads.include(thread.name(), frames)
                || (!StackFrames.isOfExecutor(frames) && isOnlyServer(history));
    }

    /// Whether requests are unread at most moments, and no thread of a known web server was seen.
    private static boolean isOnlyServer(ThreadHistory history) {
        return history.hasUnreadRequests()
                && WebServerThreads.of(history, Optional.empty(), false).stream()
                        .allMatch(server -> server.server().equals(WebServer.NETTY));
    }

    private static ServiceFinding finding(
            Role role,
            PlatformPool group,
            List<LiveThread> saturated,
            ThreadHistory history,
            Evidence evidence) {
        var least =
                saturated.stream()
                        .min(Comparator.comparingDouble(t -> history.processorShare(t).orElse(0)))
                        .orElseThrow();
        double share = history.processorShare(least).orElse(0);
        double waited = history.waitShare(least);
        var stacks = saturated.stream().flatMap(t -> history.stacksOf(t).stream()).toList();
        return ServiceFinding.of(
                        RULE,
                        Severity.WARNING,
                        Confidence.HIGH,
                        new FindingText(
                                "%s without a pause%s, while the service may use more processors"
                                        .formatted(
                                                run(group, saturated),
                                                role == Role.ONE_CONNECTION
                                                        ? " for the only connection, of HTTP/2"
                                                        : ""),
                                role.impact,
                                role.remedy),
                        List.of(use(share, waited, evidence)),
                        GarbageCollections.left(evidence) * lost(evidence),
                        new Figures(
                                saturated.size(),
                                group.size(),
                                share,
                                waited,
                                evidence.freeProcessors().orElseThrow()))
                .withFrames(AppCalls.mostFrequent(stacks));
    }

    /// `thread "events" runs`, `2 of 4 threads of reactor-http-epoll run`.
    private static String run(PlatformPool group, List<LiveThread> saturated) {
        return group.size() == 1
                ? "thread %s runs".formatted(saturated.getFirst().label())
                : "%d of %s of %s %s"
                        .formatted(
                                saturated.size(),
                                counted(group.size(), "thread"),
                                group.name(),
                                saturated.size() == 1 ? "runs" : "run");
    }

    private static String use(double share, double waited, Evidence evidence) {
        return String.format(
                Locale.ROOT,
                "%s of one processor%s, and %.1f of %.1f processors are unused",
                percent(share),
                waited < WAITED
                        ? ""
                        : " and waits for one for %s of the time".formatted(percent(waited)),
                evidence.freeProcessors().orElseThrow(),
                evidence.allowedProcessors().orElseThrow());
    }

    /// The share of the processors that the service could use in addition.
    private static double lost(Evidence evidence) {
        return evidence.freeProcessors().orElseThrow() / evidence.allowedProcessors().orElseThrow();
    }
}
