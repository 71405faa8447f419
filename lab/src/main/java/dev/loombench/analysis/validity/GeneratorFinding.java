package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Interval;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A limit or a disturbance of the load generator, which then affects the figures.
public sealed interface GeneratorFinding extends Finding {
    /// The variant, or another name of what was loaded.
    String variant();

    @Override
    default List<String> variants() {
        return List.of(variant());
    }

    /// The load generator was close to its CPU limit.
    ///
    /// @param busyShare mean of the trials, 0..1
    record GeneratorSaturated(String variant, double busyShare) implements GeneratorFinding {
        private static final double LIMIT = 0.90;

        public static Optional<GeneratorSaturated> of(String variant, List<LoadResult> loads) {
            double busy =
                    loads.stream().mapToDouble(l -> l.generator().busyShare()).average().orElse(0);
            return busy > LIMIT
                    ? Optional.of(new GeneratorSaturated(variant, busy))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "generator-saturated";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// Requests of an open load left later than scheduled.
    ///
    /// @param lagSeconds p99 of the send lag
    /// @param responseSeconds median response time
    /// @param expected whether it is a consequence of many errors, which the experiment expects
    record ScheduleLagged(
            String variant, double lagSeconds, double responseSeconds, boolean expected)
            implements GeneratorFinding {
        private static final double MIN_SECONDS = 0.01;
        private static final double MIN_SHARE_OF_RESPONSE = 0.5;

        public static Optional<ScheduleLagged> of(
                String variant, Workload workload, TrafficSpec traffic, List<LoadResult> loads) {
            if (!(workload instanceof LoadModel.Open)) {
                return Optional.empty();
            }
            double lag =
                    Histograms.merged(loads.stream().map(l -> l.generator().sendLag()))
                                    .getValueAtPercentile(99)
                            / 1e9;
            double response =
                    Histograms.merged(
                                            loads.stream()
                                                    .flatMap(l -> l.intervals().stream())
                                                    .map(Interval::responseTime))
                                    .getValueAtPercentile(50)
                            / 1e9;
            return lag > Math.max(MIN_SECONDS, MIN_SHARE_OF_RESPONSE * response)
                    ? Optional.of(
                            new ScheduleLagged(
                                    variant,
                                    lag,
                                    response,
                                    LoadFinding.Errors.manyExpected(traffic, loads)))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "schedule-lagged";
        }

        @Override
        public Severity severity() {
            return expected ? Severity.INFORMATION : Severity.INVALID;
        }

        /// What was sent late was sent, and cost as much.
        @Override
        public boolean affects(Metric metric) {
            return metric.isPercentile();
        }
    }

    /// The load generator was ready to run, and other threads had the CPU.
    ///
    /// @param share of the window, mean of the trials, 0..1
    /// @param lateArrivals of an open load, including those never sent
    /// @param timed whether response times or scheduled arrivals count; in a closed load the users
    ///   share the CPU with the server, and throughput is what results from it
    record GeneratorStarved(String variant, double share, long lateArrivals, boolean timed)
            implements GeneratorFinding {
        /// From this share on, one response in ten or more waited for a thread of the generator.
        private static final double P90_WAITS = 0.1;

        /// From this share on, the median response did.
        private static final double MEDIAN_WAITS = 0.5;

        public static Optional<GeneratorStarved> of(
                String variant, boolean timed, List<LoadResult> loads) {
            var generators = loads.stream().map(LoadResult::generator).toList();
            double share =
                    generators.stream()
                            .flatMapToDouble(g -> g.runQueueWaitShare().stream())
                            .average()
                            .orElse(0);
            long late = generators.stream().flatMapToLong(g -> g.lateArrivals().stream()).sum();
            return share > (timed ? P90_WAITS : MEDIAN_WAITS)
                    ? Optional.of(new GeneratorStarved(variant, share, late, timed))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "generator-starved";
        }

        @Override
        public Severity severity() {
            return timed && share > MEDIAN_WAITS ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return metric.isPercentile() || (metric == Metric.THROUGHPUT && lateArrivals > 0);
        }
    }

    /// The load generator was stopped, or paused with its machine.
    ///
    /// @param stalls of the trial that lost most time
    /// @param windowSeconds of that trial
    record GeneratorStalled(String variant, LoadResult.Stalls stalls, double windowSeconds)
            implements GeneratorFinding {

        public static Optional<GeneratorStalled> of(String variant, List<LoadResult> loads) {
            return loads.stream()
                    .filter(l -> stalled(l.generator().stalls()))
                    .map(l ->
                            new GeneratorStalled(
                                    variant, l.generator().stalls(), l.window().seconds()))
                    .max(Comparator.comparingDouble(GeneratorStalled::lostSeconds));
        }

        private static boolean stalled(LoadResult.Stalls stalls) {
            return stalls.count() > 0 || stalls.suspendedNanos() > 0;
        }

        /// Those in which the clocks stood still are included.
        private double lostSeconds() {
            return (stalls.totalNanos() + stalls.suspendedNanos()) / 1e9;
        }

        @Override
        public String kind() {
            return "generator-stalled";
        }

        @Override
        public Severity severity() {
            double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
            return Interruption.tooLong(lostSeconds(), longest, windowSeconds)
                    ? Severity.INVALID
                    : Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }
}
