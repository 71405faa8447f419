package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.ThreadNumber;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// Event threads that ran without a pause in the windows of all trials of a variant, while the
/// server might have used more processors.
///
/// @param name of the thread; of several, what their names have in common
/// @param threads that are saturated, in the last trial
/// @param processorShare of one processor that each used
/// @param freeProcessors that neither the server nor another process used, of those that the server
///   may use
record EventThreadUse(String name, int threads, double processorShare, double freeProcessors) {

    /// The share of the CPU time of the threads with such a name that the saturated ones use at
    /// least: where others serve too, more requests than these allow are served.
    private static final double MOST = 0.9;

    /// A thread above it also ran while the load rested, as one that polls does: its use then says
    /// nothing about its requests.
    private static final double WHOLE = 1.1;

    /// Share of the server's CPU time in its rests from which such a thread may be below that.
    private static final double AT_REST = 0.1;

    /// @param name of the thread
    /// @param value of one processor
    private record Share(String name, double value) {}

    /// The saturated threads of a variant; empty where a trial shows none.
    static Optional<EventThreadUse> of(List<Completed> trials, BottleneckInputs.Cpu cpu) {
        var found = trials.stream().flatMap(trial -> of(trial, cpu).stream()).toList();
        return found.isEmpty() || found.size() < trials.size()
                ? Optional.empty()
                : Optional.of(
                        new EventThreadUse(
                                found.getLast().name,
                                found.getLast().threads,
                                mean(found, EventThreadUse::processorShare),
                                mean(found, EventThreadUse::freeProcessors)));
    }

    private static double mean(
            List<EventThreadUse> trials, ToDoubleFunction<EventThreadUse> figure) {
        return trials.stream().mapToDouble(figure).average().orElseThrow();
    }

    /// Of several groups of threads, the one that allows least. Threads do not run while garbage
    /// collection pauses them.
    private static Optional<EventThreadUse> of(Completed trial, BottleneckInputs.Cpu cpu) {
        double free = freeProcessors(trial, cpu);
        if (!(free >= EventThreads.FREE) || runsAtRest(trial)) {
            return Optional.empty();
        }
        double least = EventThreads.SATURATED * (1 - TrialMetrics.pauseShare(trial).orElse(0));
        var groups = new LinkedHashMap<String, List<Share>>();
        for (var observation : trial.observations()) {
            if (observation instanceof ThreadCpu thread
                    && EventThreads.serveConnections(thread.thread(), thread.frames())) {
                groups.computeIfAbsent(
                                ThreadNumber.removed(thread.thread()), _ -> new ArrayList<>())
                        .add(new Share(thread.thread(), share(thread, trial.window())));
            }
        }
        return groups.entrySet().stream()
                .flatMap(g -> saturated(g.getKey(), g.getValue(), least, free).stream())
                .max(Comparator.comparingDouble(EventThreadUse::processorShare));
    }

    private static boolean runsAtRest(Completed trial) {
        return trial.interleaving()
                .filter(i -> i.workAtRest().orElse(0) + i.workWhenIdle().orElse(0) > AT_REST)
                .isPresent();
    }

    private static Optional<EventThreadUse> saturated(
            String group, List<Share> threads, double least, double free) {
        var busy = threads.stream().filter(t -> t.value >= least && t.value <= WHOLE).toList();
        double used = sum(busy);
        return busy.isEmpty() || used < MOST * sum(threads)
                ? Optional.empty()
                : Optional.of(
                        new EventThreadUse(
                                busy.size() == 1 ? busy.getFirst().name : group,
                                busy.size(),
                                used / busy.size(),
                                free));
    }

    private static double sum(List<Share> threads) {
        return threads.stream().mapToDouble(Share::value).sum();
    }

    private static double share(ThreadCpu thread, Window window) {
        return thread.counter().growth(window).orElse(0) / window.nanos();
    }

    /// NaN where it is unknown. What the hypervisor took is not free.
    private static double freeProcessors(Completed trial, BottleneckInputs.Cpu cpu) {
        double machine =
                processors(trial, MetricId.MACHINE_CPU_BUSY).orElse(Double.NaN)
                        + processors(trial, MetricId.MACHINE_CPU_STEAL).orElse(0);
        double server = processors(trial, MetricId.PROCESS_CPU).orElse(Double.NaN);
        return Math.min(cpu.cores() - machine, cpu.serverCores() - server);
    }

    private static OptionalDouble processors(Completed trial, MetricId metric) {
        var rate = TrialMetrics.rate(trial, metric);
        return rate.isPresent() ? OptionalDouble.of(rate.getAsDouble() / 1e9) : rate;
    }
}
