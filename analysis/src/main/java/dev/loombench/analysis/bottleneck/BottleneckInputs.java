package dev.loombench.analysis.bottleneck;

import dev.loombench.analysis.concurrency.ConfiguredCarriers;
import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.analysis.trial.Cost;
import dev.loombench.analysis.trial.HandlerStats;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.TrialBacklog;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.load.result.Streams;
import dev.loombench.observe.result.FileSetting;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What a [BottleneckAnalysis] of one variant is based on. Missing evidence is empty.
///
/// @param windowNanos length of the window, over which a load that changes is taken at its mean
/// @param throughput requests per second
/// @param arrivals requests sent per second, mean of the trials; empty for a batch
/// @param overloaded whether more requests arrived than were served
/// @param held how long a request or a task holds its thread: the response time of a single user,
///   or what the program of a batch reports
/// @param streams that the server allows; empty where they are as many as the load would use
/// @param configured limits of the variant's command, settings and files
/// @param pauseShare of the window that garbage collection took, 0..1
/// @param latency where the time of a response went
record BottleneckInputs(
        long windowNanos,
        double throughput,
        OptionalDouble arrivals,
        boolean overloaded,
        Optional<HeldTime> held,
        Optional<StreamSlots> streams,
        Cpu cpu,
        Threads threads,
        ConfiguredLimits configured,
        OptionalDouble pauseShare,
        Optional<LatencyBreakdown> latency) {

    /// Share of the processors below which a server waits for something else.
    static final double IDLE = 0.5;

    /// Share of the life of a batch's process that its work must take for all of its CPU time to
    /// count as the work's; else the start of the JVM is too large a part.
    private static final double MIN_WORK_SHARE = 0.9;

    /// @param cores that the lab may use, which server and generator share
    /// @param serverCores that the server may use; a quota may be a part of one
    /// @param serverSeconds CPU time per request
    /// @param generatorSeconds CPU time per request
    /// @param generatorThreads at least 1
    record Cpu(
            int cores,
            double serverCores,
            OptionalDouble serverSeconds,
            double generatorSeconds,
            int generatorThreads) {

        /// Share of its processors that the server uses, 0..1; NaN where its CPU time is unknown.
        double serverShare(double throughput) {
            return throughput * serverSeconds.orElse(Double.NaN) / serverCores;
        }
    }

    /// Streams of HTTP/2 that the server allows, fewer than the load could use on a connection.
    ///
    /// @param connections of the load
    /// @param each on one connection
    /// @param allInUse whether most requests waited for one
    record StreamSlots(int connections, long each, boolean allInUse) {
        /// Share of the requests that find no free stream from which all are in use at most times.
        private static final double MOST = 0.5;

        private static Optional<StreamSlots> of(List<Completed> trials) {
            long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
            int connections =
                    trials.stream()
                            .mapToInt(t -> t.load().connections().requested())
                            .max()
                            .orElse(0);
            return trials.stream()
                    .flatMap(t -> t.load().connections().streams().stream())
                    .reduce(Streams::plus)
                    .filter(Streams::isLimited)
                    .map(s -> new StreamSlots(connections, s.usable(), s.waited() >= MOST * sent));
        }
    }

    /// @param carriers of virtual threads
    /// @param pinned waits that held a carrier
    /// @param listed the threads, as listed once under load
    /// @param saturated event threads that ran without a pause
    record Threads(
            OptionalDouble carriers,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> listed,
            Optional<EventThreadUse> saturated) {}

    static BottleneckInputs of(
            RunManifest manifest,
            Variant variant,
            List<Successful> trials,
            double throughput,
            Cost cost,
            ServerDiagnostics diagnostics) {
        boolean batch = manifest.experiment().isBatch();
        int cores = manifest.environment().cores();
        var completed = Successful.ofType(Completed.class, trials);
        var batches = Successful.ofType(BatchCompleted.class, trials);
        var cpu =
                new Cpu(
                        cores,
                        variant.cores(cores),
                        batch && !mostlyWork(batches)
                                ? OptionalDouble.empty()
                                : seconds(cost.cpuPerRequest()),
                        localGeneratorShare(completed)
                                * cost.generatorCpuPerRequest().orElse(0)
                                / 1e9,
                        generatorThreads(completed));
        return new BottleneckInputs(
                Math.round(trials.stream().mapToLong(t -> t.window().nanos()).average().orElse(1)),
                throughput,
                completed.stream()
                        .mapToDouble(t -> t.load().counts().sent() / t.window().seconds())
                        .average(),
                TrialBacklog.of(manifest.experiment(), completed).isPresent(),
                batch
                        ? heldByTasks(batches)
                        : HeldTime.of(completed, idle(completed, cpu, throughput)),
                StreamSlots.of(completed),
                cpu,
                new Threads(
                        OptionalDouble.of(carriers(variant, trials, cores)),
                        diagnostics.pinned(),
                        diagnostics.threads(),
                        EventThreadUse.of(completed, cpu)),
                ConfiguredLimits.of(variant, settings(completed)),
                TrialMetrics.mean(trials, TrialMetrics::pauseShare),
                breakdown(completed));
    }

    /// As many as the JVM reports, where it does.
    private static double carriers(Variant variant, List<Successful> trials, int cores) {
        return trials.stream()
                .flatMapToDouble(
                        t -> TrialMetrics.highest(t, MetricId.CARRIERS_PARALLELISM).stream())
                .max()
                .orElseGet(() -> ConfiguredCarriers.of(variant, cores));
    }

    /// Of the trials whose servers reported how long their handlers took.
    private static Optional<LatencyBreakdown> breakdown(List<Completed> trials) {
        var compared = trials.stream().filter(t -> HandlerStats.of(t).isPresent()).toList();
        var responses =
                Histograms.merged(
                        compared.stream()
                                .flatMap(t -> t.load().intervals().stream())
                                .map(LoadResult.Second::responseTime));
        return HandlerStats.of(compared)
                .map(h ->
                        new LatencyBreakdown(
                                h.meanSeconds(),
                                RecordedValues.mean(responses) / 1e9,
                                compared.size(),
                                trials.size()));
    }

    /// What the configuration files of the application say, as the last trial that read them shows.
    static List<FileSetting> settings(List<Completed> trials) {
        return trials.stream()
                .flatMap(t -> t.observations().stream())
                .filter(Libraries.class::isInstance)
                .map(observation -> ((Libraries) observation).settings())
                .reduce((_, later) -> later)
                .orElse(List.of());
    }

    /// The share of the load generators' CPU time that was used on the server's machine, 0..1.
    private static double localGeneratorShare(List<Completed> trials) {
        double all = trials.stream().mapToLong(t -> t.load().generator().cpuNanos()).sum();
        double local = trials.stream().mapToLong(Completed::localGeneratorNanos).sum();
        return all == 0 ? 1 : local / all;
    }

    /// A JVM counts a part of a processor as one.
    int carriersOrCores() {
        return (int) threads.carriers().orElse(Math.ceil(cpu.serverCores()));
    }

    /// Whether machine and server had spare CPU; false where one of them is unknown.
    private static boolean idle(List<Completed> trials, Cpu cpu, double throughput) {
        double busy =
                TrialMetrics.mean(trials, t -> TrialMetrics.busyShare(t, cpu.cores()))
                        .orElse(Double.NaN);
        return busy < IDLE && cpu.serverShare(throughput) < IDLE;
    }

    private static Optional<HeldTime> heldByTasks(List<BatchCompleted> trials) {
        return TrialMetrics.mean(trials, t -> t.batch().heldSeconds()).stream()
                .mapToObj(HeldTime::ofMean)
                .findFirst();
    }

    private static boolean mostlyWork(List<BatchCompleted> trials) {
        return trials.stream()
                .map(BatchCompleted::batch)
                .allMatch(b -> b.elapsedNanos() >= MIN_WORK_SHARE * b.lifeNanos());
    }

    private static int generatorThreads(List<Completed> trials) {
        return trials.stream().mapToInt(t -> t.load().generator().threads()).min().orElse(1);
    }

    private static OptionalDouble seconds(OptionalDouble nanos) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
    }
}
