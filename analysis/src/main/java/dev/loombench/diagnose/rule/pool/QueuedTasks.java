package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.perSecond;
import static dev.loombench.diagnose.finding.Amounts.seconds;

import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.rule.lock.ResultWaits;
import java.util.List;
import java.util.Optional;

/// The queue of an executor that makes progress, while nothing is seen to wait for its tasks: as of
/// a batch, which has queued its work by intention.
///
/// Tasks begin to wait at a rate of `X + dQ / t`: those that end per second, and the growth of the
/// queue between the first and the last reading.
///
/// @param endsPerSecond tasks
/// @param growsPerSecond tasks, negative where fewer and fewer wait
record QueuedTasks(double endsPerSecond, double growsPerSecond) {
    /// The least share of the tasks that end by which more begin to wait, or the queue grows: both
    /// are read at different times.
    private static final double LEAST_SHARE = 0.1;

    static final String IMPACT =
            "tasks begin late; nothing that was seen waits for them, as for those of a batch";

    /// @param threads of the executor at work
    /// @return empty where something waits for its tasks, where that is not known, and where no
    ///   task ends
    static Optional<QueuedTasks> of(
            PoolReading executor, List<LiveThread> threads, Evidence evidence) {
        var history = evidence.printed().value();
        var first = executor.readings().getFirst();
        var last = executor.last();
        double elapsed = (last.nanos() - first.nanos()) / 1e9;
        double ends = executor.perSecond().orElse(0);
        if (ends <= 0
                || elapsed <= 0
                || isOfServer(last.name(), threads)
                || ResultWaits.describe(threads).isPresent()
                || history.filter(h -> !isAwaited(threads, h)).isEmpty()
                || FullQueue.in(evidence).findAny().isPresent()) {
            return Optional.empty();
        }
        double grows = (last.waiting().orElse(0) - first.waiting().orElse(0)) / elapsed;
        return Optional.of(new QueuedTasks(ends, grows))
                .filter(backlog -> !backlog.isLarge(grows))
                .filter(backlog -> !backlog.isLarge(ends + grows) || !mayServe(evidence));
    }

    private static boolean isOfServer(String executor, List<LiveThread> threads) {
        return WebServer.ofWorker(executor + "-1").isPresent()
                || threads.stream().anyMatch(thread -> thread.served().isPresent());
    }

    private boolean isLarge(double rate) {
        return rate > LEAST_SHARE * endsPerSecond;
    }

    /// Whether what begins to wait may be of a client, or of a virtual thread that waits for it.
    private static boolean mayServe(Evidence evidence) {
        return evidence.mayUseVirtualThreads()
                || evidence.printed().value().stream()
                        .flatMap(history -> history.moments().stream())
                        .flatMap(moment -> moment.connections().stream())
                        .anyMatch(connections -> connections.accepted() > 0);
    }

    /// Whether other threads wait for results: one of them may do so by intention, as the main
    /// thread of a batch, but for one that serves a request, which may take them from a queue.
    private static boolean isAwaited(List<LiveThread> own, ThreadHistory history) {
        var waiting =
                history.last().threads().stream()
                        .filter(thread -> !own.contains(thread))
                        .filter(thread ->
                                ResultWaits.awaited(thread.frames()).isPresent()
                                        || (thread.served().isPresent() && thread.usesQueue()))
                        .toList();
        return waiting.size() >= history.fewestWaiting()
                || waiting.stream().anyMatch(thread -> thread.served().isPresent());
    }

    /// `, which takes about 50.0 s`.
    ///
    /// @param waiting tasks
    String describe(long waiting) {
        return ", which takes about " + seconds(waiting / endsPerSecond);
    }

    String rates() {
        return "%s tasks per second end, and %s begin to wait"
                .formatted(
                        perSecond(endsPerSecond),
                        isLarge(endsPerSecond + growsPerSecond)
                                ? perSecond(endsPerSecond + growsPerSecond)
                                : "none");
    }

    /// @param other what to do where they are awaited
    static String remedy(String other) {
        return "where this work was not queued by intention, or is to end sooner: " + other;
    }
}
