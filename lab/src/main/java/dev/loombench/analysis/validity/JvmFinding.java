package dev.loombench.analysis.validity;

import static dev.loombench.analysis.validity.Exceedance.scaled;

import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.VariantTrials.KnownBound;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Work or waiting inside a server's JVM that affects the figures.
public sealed interface JvmFinding extends Finding {

    /// Just-in-time compilation in the window, which CPU per request includes.
    ///
    /// @param variants in which it was observed
    /// @param share of the server's CPU time in the window, highest of the trials
    /// @param decides whether a measure of CPU work decides the experiment
    record StillCompiling(List<String> variants, double share, boolean decides)
            implements JvmFinding {
        /// Where the figures depend on CPU time.
        private static final double LIMIT = 0.1;

        /// Beyond it, CPU per request is over 40 % above its final level.
        private static final double TOO_MUCH = 0.3;

        public StillCompiling {
            variants = List.copyOf(variants);
        }

        /// Up to two: of the variants above the higher limit, and of others whose figures depend on
        /// their CPU time.
        static List<StillCompiling> of(
                ExperimentSpec spec, List<TrialResult> results, List<VariantTrials> trials) {
            var much = Exceedance.of(results, StillCompiling::share, TOO_MUCH);
            var others = new HashSet<>(names(trials, v -> cpuCounts(spec, v)));
            much.ifPresent(e -> others.removeAll(e.variants()));
            var some = Exceedance.of(ofVariants(results, others), StillCompiling::share, LIMIT);
            return Stream.of(much, some)
                    .flatMap(Optional::stream)
                    .map(e -> new StillCompiling(e.variants(), e.highest(), decidedByCpu(spec)))
                    .toList();
        }

        /// Uses the elapsed time of the compiler threads where the kernel's account of their CPU
        /// time is missing: it is more than their CPU time if they waited for a processor.
        private static OptionalDouble share(Successful trial) {
            double cpu = TrialMetrics.growth(trial, MetricId.PROCESS_CPU).orElse(0);
            var used = TrialMetrics.growth(trial, MetricId.JIT_CPU);
            return cpu > 0
                    ? scaled(
                            used.isPresent() ? used : TrialMetrics.growth(trial, MetricId.JIT_TIME),
                            1 / cpu)
                    : OptionalDouble.empty();
        }

        @Override
        public String kind() {
            return "still-compiling";
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

        public CompilersStarved {
            variants = List.copyOf(variants);
        }

        static Optional<CompilersStarved> of(List<TrialResult> results) {
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
        public String kind() {
            return "compilers-starved";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Garbage collection paused the server.
    ///
    /// @param share of the window, mean of the trials, 0..1
    record PausedByCollector(String variant, double share) implements JvmFinding {
        private static final double LIMIT = 0.10;

        static Optional<PausedByCollector> of(VariantTrials trials) {
            double share =
                    TrialMetrics.mean(trials.successful(), TrialMetrics::pauseShare).orElse(0);
            return share > LIMIT
                    ? Optional.of(new PausedByCollector(trials.variant(), share))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "paused-by-collector";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }
    }

    /// Virtual threads held their carriers while they waited.
    ///
    /// @param share of the carriers' time, 0..1
    /// @param path of the calls that took longest
    record CarriersPinned(String variant, double share, long waits, String path)
            implements JvmFinding {
        private static final double LIMIT = 0.10;

        static Optional<CarriersPinned> of(VariantTrials trials) {
            return trials.pinned()
                    .filter(p -> p.share() > LIMIT)
                    .map(p -> new CarriersPinned(trials.variant(), p.share(), p.count(), p.path()));
        }

        @Override
        public String kind() {
            return "carriers-pinned";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }
    }

    /// Whether CPU time affects the variant's figures: a server that waits has spare CPU for its
    /// compilers.
    private static boolean cpuCounts(ExperimentSpec spec, VariantTrials trials) {
        return decidedByCpu(spec) || trials.bound() == KnownBound.CPU;
    }

    private static boolean decidedByCpu(ExperimentSpec spec) {
        return spec.criteria().decidedBy(Metric::isWork);
    }

    private static Set<String> names(
            List<VariantTrials> trials, Predicate<VariantTrials> condition) {
        return trials.stream()
                .filter(condition)
                .map(VariantTrials::variant)
                .collect(Collectors.toSet());
    }

    private static List<TrialResult> ofVariants(List<TrialResult> results, Set<String> variants) {
        return results.stream().filter(r -> variants.contains(r.trial().variant())).toList();
    }
}
