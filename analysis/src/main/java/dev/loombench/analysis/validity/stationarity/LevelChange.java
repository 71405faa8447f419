package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.trial.Latency;
import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.stats.series.Trend;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// A change of level within the window of a load by itself, by the test of [NonStationary].
///
/// @param earlier the load before its last level, and `last` within it; both the whole load where
///   its levels recur
public record LevelChange(
        NonStationary finding, LoadModel model, LoadResult earlier, LoadResult last) {

    /// Held connections have no speed.
    public static Optional<LevelChange> of(String name, LoadModel model, LoadResult load) {
        if (!model.isConstant() || model instanceof LoadModel.HeldConnections) {
            return Optional.empty();
        }
        var trend = NonStationary.trends(model, List.of(load)).getFirst();
        var finding = new NonStationary(name, trend, 1, 1);
        return switch (trend) {
            case Trend.Flat _ -> Optional.empty();
            case Trend.Cyclic _ -> Optional.of(new LevelChange(finding, model, load, load));
            case Trend.WarmUp(var from) -> Optional.of(of(finding, model, load, from));
            case Trend.SlowingDown(var from, _) -> Optional.of(of(finding, model, load, from));
            case Trend.NeverSteady(var from) -> Optional.of(of(finding, model, load, from));
        };
    }

    /// @param from index of the last level's first second, above 0
    private static LevelChange of(
            NonStationary finding, LoadModel model, LoadResult load, int from) {
        var whole = load.window();
        long change = begins(NonStationary.seconds(model, load).get(from));
        return new LevelChange(
                finding,
                model,
                part(load, new Window(whole.startNanos(), change), i -> begins(i) < change),
                part(load, new Window(change, whole.endNanos()), i -> begins(i) >= change));
    }

    private static long begins(LoadResult.Second second) {
        return second.window().startNanos();
    }

    private static LoadResult part(
            LoadResult load, Window time, Predicate<LoadResult.Second> within) {
        return new LoadResult(
                time,
                load.counts(),
                load.connections(),
                load.generator(),
                load.requests(),
                load.intervals().stream().filter(within).toList(),
                load.events());
    }

    /// The percentile before the last level, ns.
    public OptionalDouble earlier(double percent) {
        return percentile(earlier, percent);
    }

    /// The percentile within the last level, ns.
    public OptionalDouble last(double percent) {
        return percentile(last, percent);
    }

    private OptionalDouble percentile(LoadResult part, double percent) {
        return Latency.of(model, part.responseTime(), part.serviceTime(), List.of())
                .percentile(percent);
    }
}
