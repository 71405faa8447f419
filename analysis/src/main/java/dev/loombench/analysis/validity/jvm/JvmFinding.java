package dev.loombench.analysis.validity.jvm;

import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.concurrency.PinnedTime;
import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.finding.VariantTrials.KnownBound;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Work or waiting inside a server's JVM that affects the figures.
public sealed interface JvmFinding extends ResultFinding {
    @Override
    default Topic topic() {
        return Topic.JVM;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case CarriersPinned _ -> CarriersPinned.KIND;
            case CompilersStarved _ -> CompilersStarved.KIND;
            case PausedByCollector _ -> PausedByCollector.KIND;
            case StillCompiling _ -> StillCompiling.KIND;
        };
    }

    /// Virtual threads held their carriers while they waited.
    ///
    /// @param share of the carriers' time, 0..1
    /// @param path of the calls that took longest
    record CarriersPinned(String variant, double share, long waits, String path)
            implements JvmFinding, VariantFinding {
        public static final Kind KIND =
                new Kind(
                        "carriers-pinned",
                        "virtual threads held their carriers in waits for %s of the carriers' time"
                                .formatted(percent(PinnedTime.FAULT)),
                        "note");

        public static Optional<CarriersPinned> of(VariantTrials trials) {
            return trials.pinned()
                    .filter(p -> new PinnedTime(p.share()).isFault())
                    .map(p -> new CarriersPinned(trials.variant(), p.share(), p.count(), p.path()));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "virtual threads held their carriers while they waited: %.0f %% of the carriers' time, %,d waits, mostly in %s"
                            .formatted(100 * share, waits, path),
                    "a held carrier runs no other thread: the number of carriers limits the number of such waits at once",
                    "use a ReentrantLock instead of synchronized on JDK 21, and a pool for native calls; recording.jfr in the trial's folder has every stack");
        }
    }

    /// The just-in-time compilers had work and no processor.
    ///
    /// @param variants in which it was observed
    /// @param share of the time with work in which they waited, highest of the trials
    record CompilersStarved(List<String> variants, double share) implements JvmFinding {
        /// Two seconds of waiting in three make warm-up three times as long.
        private static final double LIMIT = 2 / 3.0;

        /// Share of the window in which the compilers must have had work: less is not warm-up.
        private static final double MIN_WORK = 0.3;

        public static final Kind KIND =
                new Kind(
                        "compilers-starved",
                        "compilers that waited for a processor",
                        "compilers had work for over %s of the window, added up, and waited for a processor for over two thirds of that"
                                .formatted(percent(MIN_WORK)),
                        "note");

        public CompilersStarved {
            variants = List.copyOf(variants);
        }

        public static Optional<CompilersStarved> of(List<TrialResult> results) {
            return Exceedance.of(results, CompilersStarved::waitingShare, LIMIT)
                    .map(e -> new CompilersStarved(e.variants(), e.highest()));
        }

        private static OptionalDouble waitingShare(Successful trial) {
            var used = TrialMetrics.rate(trial, MetricId.JIT_CPU);
            var waited = TrialMetrics.rate(trial, MetricId.JIT_WAITED);
            if (used.isEmpty() || waited.isEmpty()) {
                return OptionalDouble.empty();
            }
            double wanted = (used.getAsDouble() + waited.getAsDouble()) / 1e9;
            return wanted > MIN_WORK
                    ? OptionalDouble.of(waited.getAsDouble() / 1e9 / wanted)
                    : OptionalDouble.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the just-in-time compilers waited for a processor up to %.0f %% of the time in which they had work"
                            .formatted(100 * share),
                    "warm-up takes several times as long, and the figures are those of code that was not compiled yet",
                    "use a lower load, or a longer warm-up (%s)".formatted(longer.warmUpOption()));
        }
    }

    /// Garbage collection paused the server.
    ///
    /// @param share of the window, mean of the trials, 0..1
    record PausedByCollector(String variant, double share) implements JvmFinding, VariantFinding {
        private static final double LIMIT = 0.10;

        public static final Kind KIND =
                new Kind(
                        "paused-by-collector",
                        "pauses of the collector",
                        "over %s of the window".formatted(percent(LIMIT)),
                        "note");

        public static Optional<PausedByCollector> of(VariantTrials trials) {
            double share =
                    TrialMetrics.mean(trials.successful(), TrialMetrics::pauseShare).orElse(0);
            return share > LIMIT
                    ? Optional.of(new PausedByCollector(trials.variant(), share))
                    : Optional.empty();
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "garbage collection paused the server for %.0f %% of the window"
                            .formatted(100 * share),
                    "the figures depend on this heap and collector as much as on the thread model",
                    "use a larger heap (-Xmx) or another collector, the same in every variant");
        }
    }

    /// Just-in-time compilation in the window, which CPU per request includes.
    ///
    /// @param variants in which it was observed
    /// @param share of the server's CPU time in the window, mean of the trials, highest of the
    ///   variants
    /// @param decides whether a measure of CPU work decides the experiment
    record StillCompiling(List<String> variants, double share, boolean decides)
            implements JvmFinding {
        /// Where the figures depend on CPU time.
        private static final double LIMIT = 0.1;

        /// Beyond it, CPU per request is over 40 % above its final level.
        private static final double TOO_MUCH = 0.3;

        public static final Kind KIND =
                new Kind(
                        "still-compiling",
                        "compilers at work",
                        "compilers used over %s of the server's CPU time in the window, or over %s where CPU counts (mean of a variant's trials); above %s, where CPU, instructions or cycles per request is the metric or claimed; above %s, CPU per request is invalid in the scorecard"
                                .formatted(
                                        percent(TOO_MUCH),
                                        percent(LIMIT),
                                        percent(TOO_MUCH),
                                        percent(TOO_MUCH)),
                        "note; invalid");

        public StillCompiling {
            variants = List.copyOf(variants);
        }

        /// Up to two: of the variants above the higher limit, and of others whose figures depend on
        /// their CPU time.
        public static List<StillCompiling> of(Experiment experiment, List<VariantTrials> variants) {
            var much = variants.stream().filter(v -> meanShare(v) > TOO_MUCH).toList();
            var some =
                    variants.stream()
                            .filter(v -> meanShare(v) > LIMIT && meanShare(v) <= TOO_MUCH)
                            .filter(v -> cpuCounts(experiment, v))
                            .toList();
            return Stream.of(much, some)
                    .filter(compiling -> !compiling.isEmpty())
                    .map(compiling ->
                            new StillCompiling(
                                    compiling.stream().map(VariantTrials::variant).toList(),
                                    compiling.stream()
                                            .mapToDouble(StillCompiling::meanShare)
                                            .max()
                                            .orElseThrow(),
                                    decidedByCpu(experiment)))
                    .toList();
        }

        /// Over the trials, as of the figures: one that compiled longer changes them by its part.
        private static double meanShare(VariantTrials trials) {
            return TrialMetrics.mean(trials.successful(), StillCompiling::shareOf).orElse(0);
        }

        /// Uses the elapsed time of the compiler threads where the kernel's account of their CPU
        /// time is missing, or has none under the names that are known: it is more than their CPU
        /// time if they waited for a processor.
        private static OptionalDouble shareOf(Successful trial) {
            double cpu = TrialMetrics.growth(trial, MetricId.PROCESS_CPU).orElse(0);
            var used = TrialMetrics.growth(trial, MetricId.JIT_CPU);
            var elapsed = TrialMetrics.growth(trial, MetricId.JIT_TIME);
            return cpu > 0
                    ? scaled(used.orElse(0) > 0 || elapsed.isEmpty() ? used : elapsed, 1 / cpu)
                    : OptionalDouble.empty();
        }

        /// Whether CPU time affects the variant's figures: a server that waits has spare CPU for
        /// its compilers.
        private static boolean cpuCounts(Experiment experiment, VariantTrials trials) {
            return decidedByCpu(experiment) || trials.bound() == KnownBound.CPU;
        }

        private static boolean decidedByCpu(Experiment experiment) {
            return experiment.criteria().decidedBy(Metric::isWork);
        }

        @Override
        public Severity severity() {
            return decides && share > TOO_MUCH ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public boolean affects(Metric metric) {
            return metric.isWork();
        }

        @Override
        public boolean isUnsteady() {
            return share > TOO_MUCH;
        }

        @Override
        public boolean invalidates(Metric metric, String variant, String other) {
            return share > TOO_MUCH
                    && metric.isWork()
                    && (variants.contains(variant) || variants.contains(other));
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the just-in-time compilers used up to %.0f %% of the server's CPU time in the window"
                            .formatted(100 * share),
                    decides
                            ? "the verdict is about CPU work per request, which includes that of the compilers and decreases once it is done"
                            : "CPU per request includes that work and decreases once it is done; a throughput that CPU bounds increases then",
                    "use a longer warm-up (%s)".formatted(longer.warmUpOption()));
        }
    }
}
