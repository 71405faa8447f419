package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.stats.Descriptive;
import dev.loombench.stats.SettlingTime;
import dev.loombench.stats.Trend;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/// A change of speed within a trial.
public sealed interface StationarityFinding extends Finding {

    /// A metric of a variant was not steady at the end of the warm-up in half of its trials or
    /// more.
    ///
    /// @param metric throughput, CPU per request or, for all percentiles, p50
    /// @param state the most common one of these trials; not steady
    /// @param trials that were not steady, out of `completed`
    /// @param seconds of the longest warm-up of these
    /// @param responses before the window, fewest of these
    /// @param throughputAfter seconds after which throughput was steady, median of these; empty
    ///   where it was not
    /// @param decides whether the metric decides the experiment
    record NotSteady(
            String variant,
            Metric metric,
            State state,
            int trials,
            int completed,
            double seconds,
            long responses,
            OptionalDouble throughputAfter,
            boolean decides)
            implements StationarityFinding {

        static List<NotSteady> of(ExperimentSpec spec, VariantTrials trials) {
            var warmUps = trials.completed().stream().map(Completed::warmUp).toList();
            return Stream.of(Metric.THROUGHPUT, Metric.CPU_PER_REQUEST, Metric.P50)
                    .flatMap(m -> of(spec, trials.variant(), m, warmUps).stream())
                    .toList();
        }

        private static Optional<NotSteady> of(
                ExperimentSpec spec, String variant, Metric metric, List<WarmUp> warmUps) {
            var unsteady = warmUps.stream().filter(w -> state(w, metric) != State.STEADY).toList();
            boolean decides = decides(spec, metric, variant);
            return Optional.of(unsteady)
                    .filter(u -> !u.isEmpty() && 2 * u.size() >= warmUps.size())
                    .map(u ->
                            commonest(
                                    u.stream().map(w -> state(w, metric)).toList(), state -> state))
                    .filter(state -> decides || matters(state))
                    .map(state ->
                            new NotSteady(
                                    variant,
                                    metric,
                                    state,
                                    unsteady.size(),
                                    warmUps.size(),
                                    unsteady.stream()
                                            .mapToDouble(w -> w.window().seconds())
                                            .max()
                                            .orElseThrow(),
                                    unsteady.stream()
                                            .mapToLong(WarmUp::responses)
                                            .min()
                                            .orElseThrow(),
                                    throughputAfter(unsteady),
                                    decides));
        }

        /// A metric that a warm-up does not know counts as steady.
        private static State state(WarmUp warmUp, Metric metric) {
            return warmUp.metrics().stream()
                    .filter(m -> m.metric() == metric)
                    .map(Steadiness::state)
                    .findFirst()
                    .orElse(State.STEADY);
        }

        private static OptionalDouble throughputAfter(List<WarmUp> warmUps) {
            var after =
                    warmUps.stream()
                            .flatMap(w -> w.metrics().stream())
                            .filter(m -> m.metric() == Metric.THROUGHPUT)
                            .flatMapToLong(m -> m.afterNanos().stream())
                            .mapToDouble(nanos -> nanos / 1e9)
                            .toArray();
            return after.length < warmUps.size()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Descriptive.median(after));
        }

        /// Whether it is reported of a metric that does not decide: noise is shown by the interval,
        /// and the compilers' work in the window has its own finding.
        private static boolean matters(State state) {
            return switch (state) {
                case RISING, FALLING, TOO_FEW_CALLS, BACKLOG -> true;
                case STEADY, COMPILING, UNDECIDED -> false;
            };
        }

        /// Whether the metric will reach another level.
        @Override
        public boolean isUnsteady() {
            return switch (state) {
                case RISING, FALLING, TOO_FEW_CALLS -> true;
                case STEADY, COMPILING, BACKLOG, UNDECIDED -> false;
            };
        }

        @Override
        public String kind() {
            return "not-steady";
        }

        @Override
        public Severity severity() {
            if (!decides) {
                return isUnsteady() ? Severity.INFORMATION : Severity.NOTE;
            }
            return isUnsteady() ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }

        @Override
        public boolean affects(Metric other) {
            return WindowDrift.isSameKind(metric, other);
        }

        @Override
        public boolean invalidates(Metric figure, String one, String other) {
            return isUnsteady()
                    && affects(figure)
                    && (one.equals(variant) || other.equals(variant));
        }

        private static boolean decides(ExperimentSpec spec, Metric metric, String variant) {
            return spec.claims().isEmpty()
                    ? WindowDrift.isSameKind(metric, spec.metric())
                    : spec.claims().stream()
                            .anyMatch(c ->
                                    WindowDrift.isSameKind(metric, c.metric())
                                            && c.mentions(variant));
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

        /// Reports trends in half of the windows or more: by chance in at most 5 % of runs, also
        /// where neighbouring seconds are correlated by 0.5. A load that itself changes is not
        /// checked.
        static Optional<NonStationary> of(ExperimentSpec spec, VariantTrials trials) {
            if (!(spec.load() instanceof LoadModel load) || !load.isConstant()) {
                return Optional.empty();
            }
            var all = trials.loads();
            var trends =
                    Trend.of(all.stream().map(l -> speeds(load, l)).toList(), TOLERANCE).stream()
                            .filter(t -> !(t instanceof Trend.Flat))
                            .toList();
            return trends.isEmpty() || 2 * trends.size() < all.size()
                    ? Optional.empty()
                    : Optional.of(
                            new NonStationary(
                                    trials.variant(),
                                    commonest(trends, Object::getClass),
                                    trends.size(),
                                    all.size()));
        }

        /// The throughput of each second in a closed load, else the inverse of the mean response
        /// time.
        private static double[] speeds(LoadModel model, LoadResult load) {
            Function<LoadResult.Interval, Double> speed =
                    switch (model) {
                        case LoadModel.Closed _ ->
                                i -> i.responseTime().getTotalCount() / i.window().seconds();
                        case LoadModel.Open _, LoadModel.HeldConnections _ ->
                                i -> 1 / i.responseTime().getMean();
                    };
            return whole(load).stream().mapToDouble(speed::apply).toArray();
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

    /// A metric changed from the first to the last third of the windows, by more than chance: its
    /// value depends on the length of the window, and is that of a server that is still warming up,
    /// or slowing down.
    ///
    /// In an interleaved block the windows of all servers extend over the same time. Where two of
    /// them change alike, their ratio does not depend on the length of the window.
    ///
    /// Of memory, it is the growth of the highest resident set.
    ///
    /// @param metric throughput, CPU per request, p50 for the mean response time, or peak RSS
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
            return metric == Metric.PEAK_RSS ? "memory-grows" : "window-drift";
        }

        @Override
        public Severity severity() {
            if (decides) {
                return Severity.INVALID;
            }
            return metric == Metric.PEAK_RSS ? Severity.INFORMATION : Severity.NOTE;
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
        public boolean isUnsteady() {
            return true;
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

    /// The first of the most common kind.
    private static <T> T commonest(List<T> all, Function<T, Object> kind) {
        return all.stream()
                .max(
                        Comparator.comparingLong(one ->
                                all.stream()
                                        .filter(o -> kind.apply(o).equals(kind.apply(one)))
                                        .count()))
                .orElseThrow();
    }
}
