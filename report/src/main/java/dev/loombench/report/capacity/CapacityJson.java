package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityCurve;
import dev.loombench.analysis.capacity.CapacityKinds;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.HeldWindow;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Experiment;
import dev.loombench.export.CsvRows;
import dev.loombench.observe.result.Environment;
import dev.loombench.report.json.ClaimJson;
import dev.loombench.report.json.FindingJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.stats.Interval;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The result of a search for the capacity as data for other programs. Its keys are stable and
/// documented in docs/capacity/output.md; units are part of the keys.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param verdict `decided`, `undecided` or `invalid`
/// @param complete false when it was interrupted
public record CapacityJson(
        int format,
        String experiment,
        String results,
        List<String> objectives,
        String verdict,
        boolean complete,
        String sentence,
        long seed,
        Environment environment,
        List<VariantJson> variants,
        List<ClaimJson> claims,
        List<FindingJson> findings,
        List<NextCommand> next) {
    private static final int FORMAT = 1;

    /// One variant. Figures without evidence are null.
    ///
    /// @param outcome `estimated`, `held`, `at-least`, `not-met` or `unknown`
    /// @param ratio to the first variant
    /// @param unloadedMillis median response time of a single user
    /// @param hold the long window that held the capacity, or a lower rate
    /// @param notMeasured figures that are null, with the reason, in sentences
    record VariantJson(
            String name,
            String outcome,
            OptionalDouble capacityPerSecond,
            Optional<Interval> capacityInterval,
            List<Capacity.OfProcess> capacityOfProcesses,
            List<KindJson> capacityOfKinds,
            Optional<HeldWindow> hold,
            Optional<Interval> ratio,
            OptionalDouble p50Millis,
            OptionalDouble percentileMillis,
            OptionalDouble unloadedMillis,
            OptionalDouble cpuPerRequestMicros,
            Optional<String> boundBy,
            Optional<BeyondJson> beyond,
            Optional<Recovery> recovery,
            List<PointJson> curve,
            List<RateProbe> probes,
            List<String> notMeasured,
            String sentence) {}

    /// Of two kinds of processes, one.
    record KindJson(int processes, double ratePerSecond) {
        private static KindJson of(List<Capacity.OfProcess> kind) {
            return new KindJson(kind.size(), CapacityKinds.level(kind));
        }
    }

    /// A little above the capacity.
    ///
    /// @param breaks `at-once` or `gradually`
    record BeyondJson(double ratePerSecond, String breaks, double percentileMillis) {}

    /// A rate and the burn of the objectives there, measured and fitted.
    record PointJson(double ratePerSecond, double burn, double fittedBurn) {}

    /// A row per variant.
    public CsvRows rows() {
        return CsvRows.of(VariantJson.class, variants);
    }

    /// @param folder of the results
    /// @param next commands that follow
    public static CapacityJson of(CapacityResult result, Path folder, List<NextCommand> next) {
        var experiment = result.manifest().experiment();
        return new CapacityJson(
                FORMAT,
                experiment.name(),
                folder.toString(),
                result.objectives().all().stream().map(Objective::text).toList(),
                CapacityOutline.status(result).label(),
                result.complete(),
                CapacityText.headline(result),
                result.manifest().seed(),
                result.manifest().environment(),
                result.variants().stream().map(v -> of(v, result)).toList(),
                result.claims().stream().map(ClaimJson::of).toList(),
                result.findings().stream().map(f -> of(f, result.manifest().experiment())).toList(),
                next);
    }

    private static VariantJson of(VariantCapacity v, CapacityResult result) {
        var times = v.atCapacity().map(s -> s.latency().responseTime());
        return new VariantJson(
                v.variant(),
                outcome(v.capacity()),
                Double.isNaN(v.capacity().figure())
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(v.capacity().figure()),
                v.capacity() instanceof Capacity.Estimated e ? e.shownInterval() : Optional.empty(),
                v.capacity() instanceof Capacity.Estimated e ? e.processes() : List.of(),
                result.kinds(v).stream()
                        .flatMap(kinds -> Stream.of(kinds.many(), kinds.few()))
                        .map(KindJson::of)
                        .toList(),
                v.held(result.objectives()),
                result.shownRatio(v, result.variants().getFirst())
                        .filter(_ -> !CapacityResult.isSame(v, result.variants().getFirst())),
                optional(times.map(t -> millis((double) t.getValueAtPercentile(50)))),
                optional(
                        times.map(t ->
                                millis(
                                        (double)
                                                t.getValueAtPercentile(
                                                        result.objectives().percent())))),
                scaled(v.atCapacity().map(s -> s.latency().unloadedNanos()), 1e6),
                scaled(v.atCapacity().map(s -> s.cost().cpuPerRequest()), 1e3),
                CapacityText.bound(v),
                v.beyond()
                        .map(b ->
                                new BeyondJson(
                                        b.probe().rate(),
                                        b.keepsUp() ? "gradually" : "at-once",
                                        millis((double) b.probe().figures().percentileNanos()))),
                v.recovery(),
                v.curve().points().stream().map(CapacityJson::of).toList(),
                v.probes(),
                CapacityGaps.of(v, result).toList(),
                CapacityText.sentence(v, result));
    }

    private static PointJson of(CapacityCurve.Point point) {
        return new PointJson(point.rate(), point.burn(), point.fitted());
    }

    private static FindingJson of(ResultFinding finding, Experiment experiment) {
        return FindingJson.of(
                finding, finding.severity(), Optional.empty(), finding.text(experiment));
    }

    private static String outcome(Capacity capacity) {
        return switch (capacity) {
            case Capacity.Estimated _ -> "estimated";
            case Capacity.Held _ -> "held";
            case Capacity.AtLeast _ -> "at-least";
            case Capacity.NotMet _ -> "not-met";
            case Capacity.Unknown _ -> "unknown";
        };
    }

    private static OptionalDouble optional(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble scaled(Optional<OptionalDouble> nanos, double unit) {
        return nanos.filter(OptionalDouble::isPresent)
                .map(n -> OptionalDouble.of(n.getAsDouble() / unit))
                .orElse(OptionalDouble.empty());
    }

    private static double millis(double nanos) {
        return nanos / 1e6;
    }
}
