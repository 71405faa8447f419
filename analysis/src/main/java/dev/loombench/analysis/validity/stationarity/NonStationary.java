package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.load.result.LoadResult;
import dev.loombench.stats.Trend;
import dev.loombench.traffic.LoadModel;
import java.util.Arrays;
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
                    "the windows of half of the trials or more were not flat",
                    "note");

    /// Reports trends in half of the windows or more: by chance in at most 5 % of runs, also where
    /// neighbouring seconds are correlated by 0.5. A load that itself changes is not checked.
    public static Optional<NonStationary> of(Experiment experiment, VariantTrials trials) {
        if (!(experiment.load() instanceof LoadModel load) || !load.isConstant()) {
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
                                MostCommon.of(trends, Object::getClass),
                                trends.size(),
                                all.size()));
    }

    /// The throughput of each second in a closed load, else the inverse of the mean response time.
    private static double[] speeds(LoadModel model, LoadResult load) {
        var seconds =
                load.intervals().stream()
                        .filter(i -> i.window().seconds() >= MIN_INTERVAL_SECONDS)
                        .toList();
        return switch (model) {
            case LoadModel.Closed _ -> throughputs(seconds);
            case LoadModel.Open _, LoadModel.HeldConnections _ ->
                    seconds.stream()
                            .filter(i -> i.responseTime().getTotalCount() > 0)
                            .mapToDouble(i -> 1 / i.responseTime().getMean())
                            .toArray();
        };
    }

    /// A second without a response among many shows that the server stood still.
    private static double[] throughputs(List<LoadResult.Second> seconds) {
        var all =
                seconds.stream()
                        .mapToDouble(i -> i.responseTime().getTotalCount() / i.window().seconds())
                        .toArray();
        return Arrays.stream(all).average().orElse(0) >= MANY
                ? all
                : Arrays.stream(all).filter(perSecond -> perSecond > 0).toArray();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "in %d of %d windows the speed %s".formatted(trials, completed, change()),
                "a mean over different levels depends on the length of the window",
                "use a longer warm-up (%s), then a longer window (%s)"
                        .formatted(longer.warmUpOption(), longer.windowOption()));
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
