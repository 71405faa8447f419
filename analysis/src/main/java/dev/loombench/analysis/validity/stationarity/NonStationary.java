package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.RecordedValues;
import dev.loombench.stats.series.Trend;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.Optional;

/// The speed changed within windows.
///
/// @param trend the most common one of the trials that were not flat
/// @param trials that were not flat, out of `completed`
public record NonStationary(String variant, Trend trend, int trials, int completed)
        implements StationarityFinding {
    /// Levels that differ by less count as one.
    private static final double TOLERANCE = 0.05;

    private static final double MIN_INTERVAL_SECONDS = 0.5;

    /// Responses per second from which on a second without one is none by chance.
    private static final double MANY = 10;

    public static final Kind KIND =
            new Kind(
                    "non-stationary",
                    "windows that are not flat",
                    "the windows of half of the trials or more, or the window of `load`, were not flat, by a test of the levels of their seconds: by chance for at most 5 % of variants, also where neighbouring seconds correlate by 0.5 (`TrendTest`). Not of a load whose window is shorter than its queue",
                    "note");

    /// Reports trends in half of the windows or more: by chance for at most 5 % of variants, also
    /// where neighbouring seconds are correlated by 0.5. A load that itself changes is not checked.
    public static Optional<NonStationary> of(Experiment experiment, VariantTrials trials) {
        if (!(experiment.load() instanceof LoadModel load) || !load.isConstant()) {
            return Optional.empty();
        }
        var all = trials.loads();
        var trends = trends(load, all).stream().filter(t -> !(t instanceof Trend.Flat)).toList();
        return trends.isEmpty() || 2 * trends.size() < all.size()
                ? Optional.empty()
                : Optional.of(
                        new NonStationary(
                                trials.variant(),
                                MostCommon.of(trends, Object::getClass),
                                trends.size(),
                                all.size()));
    }

    /// That of each load, by the speed of its seconds.
    static List<Trend> trends(LoadModel model, List<LoadResult> loads) {
        return Trend.of(
                loads.stream()
                        .map(load ->
                                seconds(model, load).stream()
                                        .mapToDouble(second -> speed(model, second))
                                        .toArray())
                        .toList(),
                TOLERANCE);
    }

    /// The seconds that have a speed. In a closed load, one without a response among many shows
    /// that the server stood still.
    static List<LoadResult.Second> seconds(LoadModel model, LoadResult load) {
        var seconds =
                load.intervals().stream()
                        .filter(i -> i.window().seconds() >= MIN_INTERVAL_SECONDS)
                        .toList();
        return model instanceof LoadModel.Closed
                        && seconds.stream()
                                        .mapToDouble(NonStationary::throughput)
                                        .average()
                                        .orElse(0)
                                >= MANY
                ? seconds
                : seconds.stream().filter(i -> i.responseTime().getTotalCount() > 0).toList();
    }

    /// The throughput in a closed load, else the inverse of the mean response time.
    private static double speed(LoadModel model, LoadResult.Second second) {
        return switch (model) {
            case LoadModel.Closed _ -> throughput(second);
            case LoadModel.Open _, LoadModel.HeldConnections _ ->
                    1 / RecordedValues.mean(second.responseTime());
        };
    }

    private static double throughput(LoadResult.Second second) {
        return second.responseTime().getTotalCount() / second.window().seconds();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in %d of %d windows the speed %s".formatted(trials, completed, change()),
                "a mean over different levels depends on the length of the window",
                "use a longer warm-up (%s), then a longer window (%s)"
                        .formatted(longer.warmUpOption(), longer.windowOption()));
    }

    /// A load by itself has one window.
    @Override
    public FindingText ofLoad() {
        return new FindingText(
                "within the window the speed " + change(),
                "its figures are of different levels, and depend on the length of the window",
                words(LongerRun.UNKNOWN).remedy());
    }

    private String change() {
        return switch (trend) {
            case Trend.Flat _ -> "was constant";
            case Trend.WarmUp _ -> "rose to a new level";
            case Trend.SlowingDown(_, var share) -> "fell, by %.0f %%".formatted(100 * share);
            case Trend.Cyclic(var turns) -> "cycled, with %d turns".formatted(turns);
            case Trend.NeverSteady _ -> "changed again near the end";
        };
    }

    /// @param change of the speed, in words
    public record Figures(String change, int trials, int completed) {}

    @Override
    public Record figures() {
        return new Figures(change(), trials, completed);
    }
}
