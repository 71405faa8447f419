package dev.loombench;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Event;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.Interleaving;
import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialResult;
import dev.loombench.stats.Interval;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/// The sample run with changed trials, and what its analysis finds.
///
/// The window is the two seconds from 3 s to 5 s, on two processors; the server uses 100 µs per
/// request.
public final class ChangedSampleRun {
    public static final long SECOND = 1_000_000_000;

    /// The response time of a single user: 100 ms, without spread.
    public static final HeldTime UNLOADED =
            new HeldTime(0.1, Optional.of(new Interval(0.1, 0.1, 0.1)));

    private ChangedSampleRun() {}

    public static BottleneckAnalysis bounds(Function<Trial, Completed> outcome) {
        var manifest = SampleRun.manifest();
        return Analysis.of(manifest, results(manifest, outcome)).variants().get(1).bottleneck();
    }

    /// The sample's pool figures for both variants, changed.
    public static List<ResultFinding> with(Function<Completed, Completed> change) {
        return findings(SampleRun.manifest(), _ -> change.apply(SampleRun.completed(1_000, 400)));
    }

    public static List<ResultFinding> findings(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return Analysis.of(manifest, results(manifest, outcome)).findings();
    }

    /// The label of the highest severity of a kind of finding; `none` without such a finding.
    public static String severity(
            Class<? extends ResultFinding> kind, List<? extends ResultFinding> findings) {
        return findings.stream()
                .filter(kind::isInstance)
                .map(f -> f.severity().label())
                .findFirst()
                .orElse("none");
    }

    public static List<TrialResult> results(
            RunManifest manifest, Function<Trial, Completed> outcome) {
        return manifest.plan().stream().map(t -> SampleRun.result(t, outcome.apply(t))).toList();
    }

    /// A run of equal trials, each divided into so many slices.
    public static Analysis inSlices(int slices) {
        var manifest = SampleRun.interleaved(SampleRun.experiment());
        return Analysis.of(
                manifest,
                results(manifest, _ -> sliced(SampleRun.completed(1_000, 400), slices, 0)));
    }

    public static Completed loaded(Completed trial, LoadResult load) {
        return SampleRun.completed(trial.warmUp(), load, trial.unloaded(), trial.observations());
    }

    /// The same trial with another state of the load generator.
    public static Completed generated(Completed trial, LoadResult.Generator generator) {
        var load = trial.load();
        return trial.with(
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        load.connections(),
                        generator,
                        load.intervals()));
    }

    /// The same trial with requests that all left late.
    public static Completed late(Completed trial, double millis) {
        var generator = trial.load().generator();
        return generated(
                trial,
                LoadResults.generator(
                        generator.transport(),
                        generator.cpuNanos(),
                        generator.busyShare(),
                        SampleRun.histogram(1, millis)));
    }

    /// The same trial in slices of 100 ms.
    ///
    /// @param restingCores processors that the resting servers of its block used
    public static Completed sliced(Completed trial, int slices, double restingCores) {
        var slice = new Interleaving.Slice(100_000_000, 0, 0, 100, OptionalDouble.of(1e7));
        return interleaved(
                trial,
                new Interleaving(
                        Collections.nCopies(slices, slice),
                        OptionalDouble.of(restingCores),
                        OptionalDouble.of(0),
                        OptionalDouble.of(0),
                        0));
    }

    /// The same trial in an interleaved block.
    public static Completed interleaved(Completed trial, Interleaving interleaving) {
        return new Completed(
                trial.warmUp(),
                trial.load(),
                trial.unloaded(),
                trial.observations(),
                Optional.of(interleaving),
                List.of(),
                trial.workAfterLoad());
    }

    public static Series grown(MetricId figure, double by) {
        return new Series(
                "a test", figure, List.of(new Point(3 * SECOND, 7), new Point(5 * SECOND, 7 + by)));
    }

    public static Completed seen(Completed trial, Observation more) {
        var all = new ArrayList<>(trial.observations());
        all.add(more);
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), all);
    }

    /// What the server says of its handlers in the two seconds of the window.
    public static Completed withHandlerStats(
            Completed trial, double completed, double secondsEach) {
        return seen(
                seen(trial, grown(MetricId.HANDLERS_LEFT, completed)),
                grown(MetricId.HANDLERS_TIME, completed * secondsEach * 1e9));
    }

    public static Completed paused(Completed trial, Event pause) {
        var all = new ArrayList<>(trial.observations());
        all.removeIf(Events.class::isInstance);
        all.add(new Events("gc-log", "gc.pause", List.of(pause)));
        return SampleRun.completed(trial.warmUp(), trial.load(), trial.unloaded(), all);
    }

    public static RunManifest like(LoadModel load, Metric metric) {
        var like = SampleRun.experiment();
        return SampleRun.manifest(
                like.withScenario(new Scenario(load, like.traffic(), like.phases()))
                        .withCriteria(new Criteria(metric, like.margin(), List.of())));
    }

    /// A window ends after this number of requests.
    public static RunManifest ofRequests(long requests) {
        var like = SampleRun.experiment();
        var timed = like.phases();
        var counted =
                new Phases(
                        timed.warmUpMin(),
                        timed.warmUpMax(),
                        timed.measure(),
                        OptionalLong.of(requests));
        return SampleRun.manifest(
                like.withScenario(new Scenario(like.load(), like.traffic(), counted)));
    }

    public static RunManifest manifestOf(Variant... variants) {
        var like = SampleRun.experiment();
        return SampleRun.manifest(like.withVariants(List.of(variants)));
    }
}
