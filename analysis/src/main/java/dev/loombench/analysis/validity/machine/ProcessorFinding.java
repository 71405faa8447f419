package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Something that kept server and generator from the processors, or changed how fast these ran.
///
/// As those of the machine, each is found once per run.
public sealed interface ProcessorFinding extends ResultFinding {
    @Override
    default Topic topic() {
        return Topic.MACHINE;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ClockRateVaried _ -> ClockRateVaried.KIND;
            case CpuPressure _ -> CpuPressure.KIND;
            case CpuThrottled _ -> CpuThrottled.KIND;
        };
    }

    /// The clock rate of the processors differed between trials.
    ///
    /// @param slowestHertz mean of the trial with the lowest one, and `fastestHertz` of the highest
    record ClockRateVaried(double slowestHertz, double fastestHertz) implements ProcessorFinding {
        /// Half of the smallest margin in use would be 1.5 %; a mean over all processors, with idle
        /// ones among them, is not that exact.
        private static final double LIMIT = 1.05;

        public static final Kind KIND =
                new Kind(
                        "clock-rate-varied",
                        "the mean clock rate of one trial's window above %s times that of another"
                                .formatted(axis(LIMIT)),
                        "note");

        public static Optional<ClockRateVaried> of(List<TrialResult> results) {
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
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the processors ran at a mean of %.2f GHz in one trial and of %.2f GHz in another"
                            .formatted(slowestHertz / 1e9, fastestHertz / 1e9),
                    "the same work takes more CPU time at a lower clock rate",
                    "set a constant clock rate (sudo cpupower frequency-set -g performance, turbo off), or compare cycles per request");
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

        public static final Kind KIND =
                new Kind(
                        "cpu-pressure",
                        "waits for a processor",
                        "some process waited for a processor for over %s of the window, although server and generator used less than %s of the machine"
                                .formatted(percent(LIMIT), percent(OWN_USE)),
                        "note");

        public CpuPressure {
            variants = List.copyOf(variants);
        }

        public static Optional<CpuPressure> of(List<TrialResult> results, int cores) {
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
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "processes waited for a processor for up to %.0f %% of the window, although server and generator used less than %s of the machine"
                            .formatted(100 * share, percent(OWN_USE)),
                    "others took processors from them at times, which changes throughput and response times",
                    "use a quiet machine, or compare CPU or instructions per request");
        }
    }

    /// The quota of a control group kept threads from running.
    ///
    /// @param share of the time of all processors in the window, highest of the trials, 0..1
    record CpuThrottled(List<String> variants, double share) implements ProcessorFinding, OfTimes {
        /// As of other interruptions.
        private static final double TOO_MUCH = 0.02;

        public static final Kind KIND =
                new Kind(
                        "cpu-throttled",
                        "the CPU quota of the control group kept threads from running within the window: for any time; for over %s of the time of all processors"
                                .formatted(percent(TOO_MUCH)),
                        "note; invalid");

        public CpuThrottled {
            variants = List.copyOf(variants);
        }

        public static Optional<CpuThrottled> of(List<TrialResult> results, int cores) {
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
        public Severity severity() {
            return share > TOO_MUCH ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the CPU quota of the control group kept threads from running for up to %s of the processors' time"
                            .formatted(percent(share)),
                    "a throttled process stands still for the rest of a period of usually 100 ms, which response times include",
                    "raise the quota (docker run --cpus, cpu.max), or lower the load");
        }
    }
}
