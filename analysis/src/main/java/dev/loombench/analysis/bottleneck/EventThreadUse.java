package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.EventThreads;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.ThreadNumber;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;

/// Event threads that ran, or were ready to run, without a pause in the windows of a variant, while
/// it might have used more processors.
///
/// A thread that waits for a processor is as saturated as one that has it: others decide what it
/// gets, and it alone what it has to do.
///
/// @param name of the thread; of several, what their names have in common
/// @param threads that are saturated, in the last trial
/// @param use on average over the trials
record EventThreadUse(String name, int threads, ThreadUse use) {

    /// The share of the time of the threads with such a name that the saturated ones have at least:
    /// where others serve too, more requests than these allow are served.
    private static final double MOST = 0.9;

    /// A thread that ran for more of the window also ran while the load rested, as one that polls
    /// does: its use then says nothing about its requests.
    private static final double WHOLE = 1.1;

    /// Share of a window from which a thread may be one of the saturated ones, which are so on
    /// average over the trials.
    private static final double BUSY = 0.5;

    /// Share of the server's CPU time in its rests from which such a thread may be below that.
    private static final double AT_REST = 0.1;

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /// Shares of a window for which a thread ran, and for which it waited for a processor.
    private record Share(String name, double ran, double waited) {
        double ready() {
            return ran + waited;
        }
    }

    /// Threads of one group in one trial.
    ///
    /// @param least share for which a saturated thread is ready
    /// @param left processors for others if each of these threads had a whole one
    private record Busy(String name, int threads, ThreadUse use, double least, double left) {}

    private static final Comparator<Busy> MOST_READY =
            Comparator.comparingDouble(busy -> busy.use.readyShare());

    /// The saturated threads of a variant, of several groups of threads the one that is ready for
    /// most of the time; empty where a trial has none that are busy.
    static Optional<EventThreadUse> of(List<Completed> trials, BottleneckInputs.Cpu cpu) {
        if (trials.isEmpty() || trials.stream().anyMatch(EventThreadUse::runsAtRest)) {
            return Optional.empty();
        }
        var groups = trials.stream().map(trial -> busy(trial, cpu)).toList();
        return groups.getLast().keySet().stream()
                .map(name ->
                        groups.stream()
                                .flatMap(group -> Optional.ofNullable(group.get(name)).stream())
                                .toList())
                .filter(inTrials -> inTrials.size() == trials.size())
                .flatMap(inTrials -> saturated(inTrials).stream())
                .max(Comparator.comparingDouble(found -> found.use.readyShare()));
    }

    private static Optional<EventThreadUse> saturated(List<Busy> trials) {
        var use = ThreadUse.mean(trials.stream().map(Busy::use).toList());
        double least = trials.stream().mapToDouble(Busy::least).average().orElseThrow();
        double left = trials.stream().mapToDouble(Busy::left).average().orElseThrow();
        return use.readyShare() >= least
                        && use.processorShare() >= EventThreads.RUNS
                        && left >= EventThreads.FREE
                ? Optional.of(
                        new EventThreadUse(trials.getLast().name, trials.getLast().threads, use))
                : Optional.empty();
    }

    private static boolean runsAtRest(Completed trial) {
        return trial.interleaving()
                .filter(i -> i.workAtRest().orElse(0) + i.workWhenIdle().orElse(0) > AT_REST)
                .isPresent();
    }

    /// Name of a group without its numbers, which processes may give in another order -> the busy
    /// threads of the one that is ready for most of the time; none where the use of the processors
    /// is unknown.
    private static Map<String, Busy> busy(Completed trial, BottleneckInputs.Cpu cpu) {
        var found = new LinkedHashMap<String, Busy>();
        ProcessorUse.of(trial)
                .ifPresent(machine ->
                        shares(trial, machine)
                                .forEach((group, threads) ->
                                        busy(group, threads, trial, machine, cpu)
                                                .ifPresent(busy ->
                                                        found.merge(
                                                                NUMBER.matcher(group)
                                                                        .replaceAll(""),
                                                                busy,
                                                                BinaryOperator.maxBy(
                                                                        MOST_READY)))));
        return found;
    }

    private static Map<String, List<Share>> shares(Completed trial, ProcessorUse machine) {
        var groups = new LinkedHashMap<String, List<Share>>();
        for (var observation : trial.observations()) {
            if (observation instanceof ThreadCpu thread
                    && EventThreads.serveConnections(thread.thread(), thread.frames())) {
                groups.computeIfAbsent(
                                ThreadNumber.removed(thread.thread()), _ -> new ArrayList<>())
                        .add(share(thread, trial.window(), machine));
            }
        }
        return groups;
    }

    /// What was stolen of all threads is an estimate for one, which waits for the rest of the
    /// window at most.
    private static Share share(ThreadCpu thread, Window window, ProcessorUse machine) {
        double ran = share(thread.counter(), window);
        double waited = share(thread.waited(), window) + ran * machine.stolenPerBusy();
        return new Share(thread.thread(), ran, Math.min(waited, Math.max(0, 1 - ran)));
    }

    private static double share(Series counter, Window window) {
        return counter.growth(window).orElse(0) / window.nanos();
    }

    /// Threads do not run while garbage collection pauses them.
    private static Optional<Busy> busy(
            String group,
            List<Share> threads,
            Completed trial,
            ProcessorUse machine,
            BottleneckInputs.Cpu cpu) {
        var busy = threads.stream().filter(t -> t.ready() >= BUSY && t.ran <= WHOLE).toList();
        double ran = busy.stream().mapToDouble(Share::ran).sum();
        double waited = busy.stream().mapToDouble(Share::waited).sum();
        double all = threads.stream().mapToDouble(Share::ready).sum();
        return busy.isEmpty() || ran + waited < MOST * all
                ? Optional.empty()
                : Optional.of(
                        new Busy(
                                busy.size() == 1 ? busy.getFirst().name : group,
                                busy.size(),
                                new ThreadUse(
                                        ran / busy.size(),
                                        waited / busy.size(),
                                        machine.free(cpu),
                                        machine.others()),
                                EventThreads.SATURATED
                                        * (1 - TrialMetrics.pauseShare(trial).orElse(0)),
                                machine.left(cpu, waited)));
    }

    /// Processors used in the window of a trial.
    ///
    /// @param busy by all processes of the machine
    /// @param stolen that the hypervisor took
    /// @param server by the measured server
    /// @param load by the load generator and by resting servers of its block
    /// @param machine those to which the busy and stolen ones belong; empty where they were not
    ///   observed
    private record ProcessorUse(
            double busy, double stolen, double server, double load, OptionalDouble machine) {
        /// Empty where it is unknown.
        static Optional<ProcessorUse> of(Completed trial) {
            var busy = processors(trial, MetricId.MACHINE_CPU_BUSY);
            var server = processors(trial, MetricId.PROCESS_CPU);
            return busy.isEmpty() || server.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new ProcessorUse(
                                    busy.getAsDouble(),
                                    processors(trial, MetricId.MACHINE_CPU_STEAL).orElse(0),
                                    server.getAsDouble(),
                                    TrialMetrics.generatorNanos(trial) / trial.window().nanos()
                                            + resting(trial),
                                    TrialMetrics.machineProcessors(trial)));
        }

        private static double resting(Completed trial) {
            return trial.interleaving().map(i -> i.restingCores().orElse(0)).orElse(0.0);
        }

        private static OptionalDouble processors(Completed trial, MetricId metric) {
            var rate = TrialMetrics.rate(trial, metric);
            return rate.isPresent() ? OptionalDouble.of(rate.getAsDouble() / 1e9) : rate;
        }

        /// Time that the hypervisor took per CPU time: a processor is stolen from who runs on it,
        /// and a kernel with `CONFIG_PARAVIRT_TIME_ACCOUNTING` counts that neither as CPU time nor
        /// as a wait. Another counts it as CPU time: then server and load have more than was busy.
        ///
        /// Source: `update_rq_clock_task` in `kernel/sched/core.c` of Linux.
        double stolenPerBusy() {
            double notCounted = Math.min(stolen, busy + stolen - server - load);
            return busy == 0 ? 0 : Math.max(0, notCounted) / busy;
        }

        /// The fewest that are left: of the machine's, of those that server and load may use
        /// together, and of the server's.
        double free(BottleneckInputs.Cpu cpu) {
            double ofMachine = machine.orElse(cpu.cores()) - busy - stolen;
            double ofBoth = machine.isPresent() ? cpu.cores() - server - load : ofMachine;
            double ofServer = cpu.serverCores() - server;
            return Math.max(0, Math.min(ofMachine, Math.min(ofBoth, ofServer)));
        }

        double others() {
            return Math.max(0, busy - server - load) + stolen;
        }

        /// What the server and its load would leave if threads that waited for a processor had one.
        /// What others use does not count: it changes what the threads get, not what bounds them.
        double left(BottleneckInputs.Cpu cpu, double waited) {
            return Math.min(cpu.cores() - load, cpu.serverCores()) - server - waited;
        }
    }
}
