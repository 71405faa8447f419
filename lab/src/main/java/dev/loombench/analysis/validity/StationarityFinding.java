package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.stats.SettlingTime;
import dev.loombench.stats.Trend;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A change of speed within a trial.
public sealed interface StationarityFinding extends Finding {

    /// Warm-up reached its limit before the server was steady. Found once for all variants.
    ///
    /// @param variants in which it was observed
    /// @param trials that were not steady
    /// @param completed trials in total
    /// @param warmUpSeconds the longest warm-up of these
    record NeverSteady(List<String> variants, int trials, int completed, double warmUpSeconds)
            implements StationarityFinding {
        public NeverSteady {
            variants = List.copyOf(variants);
        }

        /// Where connections are held, a single user warms the server up: there is no speed to
        /// observe.
        static Optional<NeverSteady> of(ExperimentSpec spec, List<TrialResult> results) {
            var completed = results.stream().filter(r -> r.outcome() instanceof Completed).toList();
            var unsteady =
                    completed.stream()
                            .filter(r -> !((Completed) r.outcome()).warmUp().steady())
                            .toList();
            return spec.load() instanceof LoadModel.HeldConnections || unsteady.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new NeverSteady(
                                    unsteady.stream()
                                            .map(r -> r.trial().variant())
                                            .distinct()
                                            .sorted()
                                            .toList(),
                                    unsteady.size(),
                                    completed.size(),
                                    unsteady.stream()
                                            .map(r -> ((Completed) r.outcome()).warmUp().window())
                                            .mapToDouble(w -> w.seconds())
                                            .max()
                                            .orElseThrow()));
        }

        @Override
        public String kind() {
            return "never-steady";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// The speed changed within windows.
    ///
    /// @param trend the most common one of the trials that were not flat
    /// @param trials that were not flat, out of `completed`
    record NonStationary(String variant, Trend trend, int trials, int completed)
            implements StationarityFinding {
        /// Levels that differ by less count as one.
        private static final double TOLERANCE = 0.05;

        private static final double MIN_INTERVAL_SECONDS = 0.5;

        /// Reports trends in half of the windows or more, since a single one may be chance. A load
        /// that itself changes is not checked.
        static Optional<NonStationary> of(ExperimentSpec spec, VariantTrials trials) {
            if (!(spec.load() instanceof LoadModel load) || !load.isConstant()) {
                return Optional.empty();
            }
            var all = trials.loads();
            var trends =
                    all.stream()
                            .map(l -> trend(load, l))
                            .filter(c -> !(c instanceof Trend.Flat))
                            .toList();
            return trends.isEmpty() || 2 * trends.size() < all.size()
                    ? Optional.empty()
                    : Optional.of(
                            new NonStationary(
                                    trials.variant(),
                                    commonest(trends),
                                    trends.size(),
                                    all.size()));
        }

        /// The first trend of the most common type.
        private static Trend commonest(List<Trend> trends) {
            return trends.stream()
                    .max(
                            Comparator.comparingLong(trend ->
                                    trends.stream()
                                            .filter(t -> t.getClass() == trend.getClass())
                                            .count()))
                    .orElseThrow();
        }

        /// The trend of the throughput in a closed load, else of the mean response time.
        private static Trend trend(LoadModel model, LoadResult load) {
            Function<LoadResult.Interval, Double> speed =
                    switch (model) {
                        case LoadModel.Closed _ ->
                                i -> i.responseTime().getTotalCount() / i.window().seconds();
                        case LoadModel.Open _, LoadModel.HeldConnections _ ->
                                i -> 1 / i.responseTime().getMean();
                    };
            return Trend.of(whole(load).stream().mapToDouble(speed::apply).toArray(), TOLERANCE);
        }

        private static List<LoadResult.Interval> whole(LoadResult load) {
            return load.intervals().stream()
                    .filter(i -> i.responseTime().getTotalCount() > 0)
                    .filter(i -> i.window().seconds() >= MIN_INTERVAL_SECONDS)
                    .toList();
        }

        @Override
        public String kind() {
            return "non-stationary";
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

    /// A metric changed from the first to the last third of the windows, in the same direction in
    /// nearly all trials: its value depends on the length of the window, and is that of a server
    /// that is still warming up, or slowing down.
    ///
    /// In an interleaved block the windows of all servers extend over the same time. Where two of
    /// them change alike, their ratio does not depend on the length of the window.
    ///
    /// @param ratio last third to first third, geometric mean over the trials
    /// @param alike variants whose ratio to this one did not change within interleaved blocks
    /// @param decides whether the experiment is decided by a figure that changed
    record WindowDrift(
            String variant,
            Metric metric,
            double ratio,
            int trials,
            List<String> alike,
            boolean decides)
            implements StationarityFinding {
        public WindowDrift {
            alike = List.copyOf(alike);
        }

        static boolean affects(Claim claim, Metric metric, String variant, List<String> alike) {
            return isSameKind(metric, claim.metric())
                    && claim.mentions(variant)
                    && claim.comparedWith(variant).filter(alike::contains).isEmpty();
        }

        /// Instructions and cycles drift with the CPU time that they take.
        static boolean isSameKind(Metric a, Metric b) {
            return a == b || (a.isPercentile() && b.isPercentile()) || (a.isWork() && b.isWork());
        }

        @Override
        public String kind() {
            return "window-drift";
        }

        @Override
        public Severity severity() {
            return decides ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }

        @Override
        public boolean affects(Metric other) {
            return isSameKind(metric, other);
        }

        @Override
        public boolean affects(Claim claim) {
            return affects(claim, metric, variant, alike);
        }

        @Override
        public boolean invalidates(Metric figure, String one, String other) {
            return isSameKind(metric, figure)
                    && ((one.equals(variant) && !alike.contains(other))
                            || (other.equals(variant) && !alike.contains(one)));
        }
    }

    /// Throughput had not settled when the load changed again or the window ended. Such trials
    /// count with that time, a lower bound.
    ///
    /// @param seconds from the jump of the load until then
    record NotRampedUp(String variant, int trials, int completed, double seconds)
            implements StationarityFinding {

        static Optional<NotRampedUp> of(VariantTrials trials) {
            var unsteady =
                    trials.figures().stream()
                            .filter(f -> f.settling() instanceof SettlingTime.Moving)
                            .toList();
            return unsteady.stream()
                    .findFirst()
                    .map(first ->
                            new NotRampedUp(
                                    trials.variant(),
                                    unsteady.size(),
                                    trials.figures().size(),
                                    first.rampUp().orElseThrow() / 1e9));
        }

        @Override
        public String kind() {
            return "not-ramped-up";
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
}
