package dev.loombench.diagnose.rule.pool;

import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.concurrency.Framework;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.lock.ResultWaits;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.ThreadNumber;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Executors of the JDK all of whose threads execute tasks at most times, while others wait:
/// without a management bean. Who waits for the tasks is rarely known, so it is a warning; where
/// none seems to ([QueuedTasks]), a note.
///
/// Executors whose threads have the same names are one finding: a scheduler of Reactor has one for
/// each of its threads.
public final class ExecutorExhausted {
    /// Fewer tasks wait at moments of any load: three or more with a probability of `r^4` (M/M/1).
    private static final int FEWEST_WAITING = 3;

    private static final int FEWEST_READINGS = 3;

    private static final String COMMON_POOL = "ForkJoinPool.commonPool-worker";

    /// Of Reactor.
    private static final String BOUNDED_ELASTIC = "boundedElastic";

    /// Behind the name of further executors with the same one.
    private static final Pattern SAME_NAME = Pattern.compile(" \\(\\d+\\)$");

    private static final String SCHEDULING = "spring.task.scheduling.pool.size";
    private static final String EXECUTION = "spring.task.execution.pool.core-size";

    /// Name of an executor of a framework -> the property that sets its threads.
    private static final Map<Framework, Map<String, String>> PROPERTIES =
            Map.of(
                    Framework.SPRING_BOOT,
                    Map.of("scheduling", SCHEDULING, "task", EXECUTION),
                    Framework.MICRONAUT,
                    Map.of(
                            "scheduled-executor-thread",
                            "micronaut.executors.scheduled.core-pool-size",
                            "io-executor-thread",
                            "micronaut.executors.io.n-threads"));

    static final Rule RULE =
            new Rule(
                    PoolExhausted.ID,
                    PoolExhausted.FOUND,
                    "the fields of the JDK's executors (`ThreadPoolExecutor`, `ForkJoinPool`), read by their threads",
                    "of an executor that publishes no bean, %d tasks or more wait while each thread that it starts for them executes one, in %s of the readings; of a scheduled executor one task that is due, in all of four or more; of a `ForkJoinPool`, threads that compute do not count"
                            .formatted(FEWEST_WAITING, percent(PoolExhausted.EXHAUSTED_SHARE)),
                    "warning; a note where tasks end, the queue does not grow, and neither a thread that waits for results or for room, nor a client's connection shows who waits for them",
                    "[threads and locks](#threads-and-locks)",
                    PoolExhausted.Figures.class);

    private ExecutorExhausted() {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.pools().unpublished().stream()
                .filter(executor -> isExhausted(executor) || isLate(executor, evidence))
                .filter(executor -> !WebPoolExhausted.names(name(executor.last()), evidence))
                .collect(
                        Collectors.groupingBy(
                                executor -> name(executor.last()),
                                LinkedHashMap::new,
                                Collectors.toList()))
                .values()
                .stream()
                .map(same -> finding(same, evidence));
    }

    private static String name(Pool executor) {
        return SAME_NAME.matcher(executor.name()).replaceFirst("");
    }

    private static boolean isExhausted(PoolReading executor) {
        return executor.readings().size() >= FEWEST_READINGS
                && share(executor) >= PoolExhausted.EXHAUSTED_SHARE;
    }

    /// Whether a task of a scheduled executor was late at all times. Each task that is repeated
    /// waits once at most, so that there may be fewer of them than show another queue.
    private static boolean isLate(PoolReading executor, Evidence evidence) {
        return executor.readings().size() > FEWEST_READINGS
                && executor.exhaustedShare() == 1
                && executor.last().waiting().isPresent()
                && areOfScheduler(threads(name(executor.last()), evidence));
    }

    private static boolean areOfScheduler(List<LiveThread> threads) {
        return !threads.isEmpty()
                && threads.stream().allMatch(t -> StackFrames.isOfScheduler(t.frames()));
    }

    private static double share(PoolReading executor) {
        return (double) executor.readings().stream().filter(ExecutorExhausted::isExhausted).count()
                / executor.readings().size();
    }

    /// Of the readings in which tasks waited, as many as are reported.
    private static double reported(PoolReading executor) {
        return isExhausted(executor) ? share(executor) : executor.exhaustedShare();
    }

    private static boolean isExhausted(Pool pool) {
        return pool.inUse().orElse(0) >= pool.capacity()
                && pool.waiting().orElse(0) >= FEWEST_WAITING;
    }

    /// @param same exhausted executors with one name
    private static ServiceFinding finding(List<PoolReading> same, Evidence evidence) {
        var executor =
                same.stream().max(Comparator.comparingLong(PoolReading::mostWaiting)).orElseThrow();
        var pool = executor.last();
        long waiting = executor.mostWaiting();
        var threads = threads(name(pool), evidence);
        var bound = PoolBound.of(threads, evidence);
        boolean compute = ComputingThreads.areMostOf(threads, evidence);
        var property = compute ? Optional.<String>empty() : property(name(pool), evidence);
        var backlog = backlog(same, threads, bound, evidence);
        var remedy = compute ? ComputingThreads.REMEDY : remedy(name(pool), property);
        var finding =
                ServiceFinding.of(
                                RULE,
                                backlog.isPresent() ? Severity.NOTE : Severity.WARNING,
                                isExhausted(executor) ? Confidence.HIGH : Confidence.MEDIUM,
                                new FindingText(
                                        "executor %s is exhausted: %s, and up to %s %s%s"
                                                .formatted(
                                                        name(pool),
                                                        pool.capacity() == 1
                                                                ? "its only thread is in use"
                                                                : "all %,d threads are in use"
                                                                        .formatted(pool.capacity()),
                                                        counted(waiting, "task"),
                                                        waiting == 1 ? "waits" : "wait",
                                                        backlog.map(b -> b.describe(waiting))
                                                                .orElse("")),
                                        backlog.isPresent()
                                                ? QueuedTasks.IMPACT
                                                : "tasks wait there instead of being executed, and what"
                                                        + " waits for their results waits too",
                                        backlog.isPresent() ? QueuedTasks.remedy(remedy) : remedy),
                                lines(executor, same.size(), threads, bound, backlog, evidence),
                                GarbageCollections.left(evidence)
                                        * waiting
                                        / (waiting + pool.capacity()),
                                new PoolExhausted.Figures(
                                        pool.capacity(),
                                        waiting,
                                        reported(executor),
                                        executor.holdSeconds(),
                                        PoolBound.mostPerSecond(executor, bound, evidence)))
                        .withFrames(
                                AppCalls.mostFrequent(
                                        threads.stream().map(LiveThread::frames).toList()));
        var set =
                property.map(name ->
                                finding.withSetting(
                                        new Setting(
                                                name,
                                                pool.capacity(),
                                                PoolSize.larger(pool.capacity(), waiting))))
                        .orElse(finding);
        return PoolBound.explain(set, bound);
    }

    /// That of a single executor whose tasks are no others', as those of a pool that the whole JVM
    /// shares may be, and are not due at a time.
    private static Optional<QueuedTasks> backlog(
            List<PoolReading> same,
            List<LiveThread> threads,
            Optional<PoolBound> bound,
            Evidence evidence) {
        var name = name(same.getFirst().last());
        return same.size() > 1
                        || bound.isPresent()
                        || name.startsWith(COMMON_POOL)
                        || name.equals(BOUNDED_ELASTIC)
                        || areOfScheduler(threads)
                ? Optional.empty()
                : QueuedTasks.of(same.getFirst(), threads, evidence);
    }

    private static Optional<String> property(String executor, Evidence evidence) {
        return evidence.application().frameworks().stream()
                .flatMap(framework ->
                        Optional.ofNullable(
                                PROPERTIES.getOrDefault(framework, Map.of()).get(executor))
                                .stream())
                .findFirst();
    }

    /// Those at work, at the last moment.
    static List<LiveThread> threads(String executor, Evidence evidence) {
        return evidence.printed().value().stream()
                .flatMap(history -> history.last().threads().stream())
                .filter(thread -> !thread.virtual() && thread.isBusy())
                .filter(thread -> ThreadNumber.isOf(executor, thread.name()))
                .toList();
    }

    /// @param same exhausted executors with its name
    private static List<String> lines(
            PoolReading executor,
            int same,
            List<LiveThread> threads,
            Optional<PoolBound> bound,
            Optional<QueuedTasks> backlog,
            Evidence evidence) {
        var lines = new ArrayList<String>();
        lines.add(
                "exhausted in %s of %s%s"
                        .formatted(
                                percent(reported(executor)),
                                counted(executor.readings().size(), "reading"),
                                PoolBound.ceiling("a task", executor, bound, evidence)));
        if (same > 1) {
            lines.add("%d executors with this name are exhausted".formatted(same));
        }
        backlog.map(QueuedTasks::rates).ifPresent(lines::add);
        ResultWaits.describe(threads).ifPresent(lines::add);
        return lines;
    }

    private static String remedy(String executor, Optional<String> property) {
        if (property.isPresent()) {
            return "shorten its tasks, or raise %s where what they wait for allows more%s"
                    .formatted(
                            property.get(),
                            property.get().equals(EXECUTION)
                                    ? "; spring.task.execution.pool.max-size has an effect only once a queue of"
                                            + " queue-capacity is full"
                                    : "");
        }
        if (executor.equals(BOUNDED_ELASTIC)) {
            return "shorten its tasks, or raise reactor.schedulers.defaultBoundedElasticSize (10 per"
                    + " processor) where what they wait for allows more";
        }
        return executor.startsWith(COMMON_POOL)
                ? "do not wait in tasks of the common pool, which has one thread per processor less one: run"
                        + " them on an executor of their own or on virtual threads"
                : "shorten its tasks, or give it more threads where what they wait for allows more; it"
                        + " starts more than its core size only once its queue is full";
    }
}
