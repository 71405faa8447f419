package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.ListedThreads;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/// The kind of threads that ran a variant's requests, as far as the observations show it.
///
/// The JVM lists its threads at one moment, in which no request may be in the server: a list
/// without virtual threads alone proves nothing. That none ran follows from the scheduler, which
/// has had no carrier, or before JDK 24 from a list without any worker of a fork-join pool. Where
/// both kinds ran, the kind of the requests is that of most threads that wait at the same place, if
/// the difference is clear.
///
/// @param shown empty where the observations do not decide it
/// @param virtual whether a virtual thread ran under load
/// @param observed whether the threads were listed or the scheduler was read
record ThreadEvidence(Optional<RequestThreads> shown, boolean virtual, boolean observed) {
    /// A server has up to seven threads of its own at one place, as where event loops wait.
    private static final int MIN_PLATFORM = 8;

    private static final int MIN_VIRTUAL = 2;

    /// Platform threads at one place for each virtual thread, from which the requests are theirs.
    private static final int CLEAR = 10;

    private static final String WORKER = "java.util.concurrent.ForkJoinPool.runWorker(";

    static ThreadEvidence of(VariantTrials trials) {
        var carriers = highest(trials, t -> most(t, MetricId.CARRIERS_POOL));
        double running =
                highest(
                                trials,
                                t ->
                                        most(t, MetricId.CARRIERS_MOUNTED)
                                                + most(t, MetricId.VIRTUAL_QUEUED))
                        .orElse(0);
        var dump = lastDump(trials);
        boolean observed = dump.isPresent() || carriers.isPresent();
        boolean none =
                carriers.isPresent()
                        ? carriers.getAsDouble() == 0
                        : dump.filter(ThreadEvidence::hasNoWorkers).isPresent();
        if (none) {
            return new ThreadEvidence(Optional.of(RequestThreads.PLATFORM), false, observed);
        }
        double inFlight = trials.throughput() * trials.meanServiceSeconds();
        var shown = trials.listed().flatMap(listed -> majority(listed, running, inFlight));
        boolean virtual = running > 0 || trials.listed().filter(l -> l.virtual() > 0).isPresent();
        return new ThreadEvidence(shown, virtual, observed);
    }

    private static Optional<RequestThreads> majority(
            ListedThreads listed, double running, double inFlight) {
        double virtual = Math.max(listed.virtual(), running);
        if (listed.platform() >= Math.max(MIN_PLATFORM, inFlight / 2)
                && listed.platform() >= CLEAR * virtual) {
            return Optional.of(RequestThreads.PLATFORM);
        }
        return listed.virtual() >= Math.max(MIN_VIRTUAL, inFlight / 4)
                        && listed.virtual() > listed.platform()
                ? Optional.of(RequestThreads.VIRTUAL)
                : Optional.empty();
    }

    /// Of the trials in which the scheduler was read; a JVM that does not know a number reports -1.
    private static OptionalDouble highest(
            VariantTrials trials, ToDoubleFunction<Successful> reading) {
        return trials.successful().stream().mapToDouble(reading).filter(n -> n >= 0).max();
    }

    private static double most(Successful trial, MetricId metric) {
        return TrialMetrics.highest(trial, metric).orElse(-1);
    }

    private static Optional<ThreadDump> lastDump(VariantTrials trials) {
        return trials.successful().stream()
                .flatMap(t -> t.observations().stream())
                .filter(ThreadDump.class::isInstance)
                .map(ThreadDump.class::cast)
                .reduce((_, later) -> later);
    }

    /// Whether the list is complete, and has neither a virtual thread nor a thread that may carry
    /// one.
    private static boolean hasNoWorkers(ThreadDump dump) {
        return dump.virtual() == 0
                && dump.groups().stream().mapToInt(g -> g.count()).sum() == dump.total()
                && dump.groups().stream().noneMatch(g -> isWorker(g.frames()));
    }

    private static boolean isWorker(List<String> frames) {
        return frames.stream().anyMatch(frame -> frame.startsWith(WORKER));
    }

    /// Whether the requests ran on the other kind of threads.
    boolean contradicts(RequestThreads expected) {
        return shown.filter(kind -> kind == expected.other()).isPresent();
    }

    /// Whether it is unknown if the threads are the expected ones.
    boolean leavesOpen(RequestThreads expected) {
        return shown.isEmpty() && (expected == RequestThreads.VIRTUAL ? !virtual : !observed);
    }

    /// The variants that expect threads, and of whose evidence a condition holds.
    static Map<VariantTrials, RequestThreads> expecting(
            Experiment experiment,
            List<VariantTrials> variants,
            BiPredicate<ThreadEvidence, RequestThreads> condition) {
        var found = new LinkedHashMap<VariantTrials, RequestThreads>();
        for (var trials : variants) {
            experiment.variants().stream()
                    .filter(v -> v.name().equals(trials.variant()))
                    .filter(_ -> !trials.successful().isEmpty())
                    .flatMap(v -> v.service().stream())
                    .flatMap(service -> service.expects().stream())
                    .filter(threads -> condition.test(ThreadEvidence.of(trials), threads))
                    .forEach(threads -> found.put(trials, threads));
        }
        return found;
    }
}
