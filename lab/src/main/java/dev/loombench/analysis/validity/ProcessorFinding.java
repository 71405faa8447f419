package dev.loombench.analysis.validity;

import static dev.loombench.analysis.validity.Exceedance.scaled;

import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Metric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Something that kept server and generator from the processors, or changed how fast these ran.
///
/// As those of the machine, each is found once per run.
public sealed interface ProcessorFinding extends Finding {

    /// The quota of a control group kept threads from running.
    ///
    /// @param share of the time of all processors in the window, highest of the trials, 0..1
    record CpuThrottled(List<String> variants, double share) implements ProcessorFinding {
        /// As of other interruptions.
        private static final double TOO_MUCH = 0.02;

        public CpuThrottled {
            variants = List.copyOf(variants);
        }

        static Optional<CpuThrottled> of(List<TrialResult> results, int cores) {
            return Exceedance.of(
                            results,
                            t ->
                                    scaled(
                                            TrialMetrics.rate(t, MetricId.CGROUP_THROTTLED),
                                            1e-9 / cores),
                            0)
                    .map(e -> new CpuThrottled(e.variants(), e.highest()));
        }

        @Override
        public String kind() {
            return "cpu-throttled";
        }

        @Override
        public Severity severity() {
            return share > TOO_MUCH ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }

    /// Processes waited for a processor although server and generator used less than half of them.
    ///
    /// @param share of the window in which some process waited, highest of the trials, 0..1
    record CpuPressure(List<String> variants, double share) implements ProcessorFinding {
        /// With half of two processors in use, chance alone lets some process wait for a sixth of
        /// the time (M/M/2), and for less with more processors.
        private static final double LIMIT = 0.5;

        private static final double OWN_USE = 0.5;

        public CpuPressure {
            variants = List.copyOf(variants);
        }

        static Optional<CpuPressure> of(List<TrialResult> results, int cores) {
            return Exceedance.of(results, t -> unexplained(t, cores), LIMIT)
                    .map(e -> new CpuPressure(e.variants(), e.highest()));
        }

        private static OptionalDouble unexplained(Successful trial, int cores) {
            var server = TrialMetrics.rate(trial, MetricId.PROCESS_CPU);
            double generator = TrialMetrics.generatorNanos(trial) / trial.window().seconds();
            return server.isPresent() && server.getAsDouble() + generator < OWN_USE * cores * 1e9
                    ? scaled(TrialMetrics.rate(trial, MetricId.MACHINE_CPU_STALLED), 1e-9)
                    : OptionalDouble.empty();
        }

        @Override
        public String kind() {
            return "cpu-pressure";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// The clock rate of the processors differed between trials.
    ///
    /// @param slowest mean of the trial with the lowest one, Hz, as `fastest`
    record ClockRateVaried(double slowest, double fastest) implements ProcessorFinding {
        /// Half of the smallest margin in use would be 1.5 %; a mean over all processors, with idle
        /// ones among them, is not that exact.
        private static final double LIMIT = 1.05;

        static Optional<ClockRateVaried> of(List<TrialResult> results) {
            var rates =
                    results.stream()
                            .map(TrialResult::outcome)
                            .filter(Successful.class::isInstance)
                            .map(o ->
                                    TrialMetrics.meanOf((Successful) o, MetricId.MACHINE_CPU_CLOCK))
                            .flatMapToDouble(OptionalDouble::stream)
                            .summaryStatistics();
            return rates.getCount() > 1 && rates.getMax() > LIMIT * rates.getMin()
                    ? Optional.of(new ClockRateVaried(rates.getMin(), rates.getMax()))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "clock-rate-varied";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }
}
