package dev.loombench.analysis;

import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Throughput;
import dev.loombench.analysis.comparison.ConfidenceLevels;
import dev.loombench.analysis.comparison.Estimates;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.analysis.trial.Cost;
import dev.loombench.analysis.trial.EventsPerRequest;
import dev.loombench.analysis.trial.Histograms;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.Streams;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.UnloadedResponse;
import dev.loombench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// The figures of one variant over all its trials. Missing evidence is empty.
///
/// @param cost means of the trials; of memory and threads those of the highest of each trial
/// @param elapsed mean of the trials of a batch, ns
/// @param verdict compared with the first variant
/// @param diagnostics what observers recorded about its servers
public record VariantSummary(
        Variant variant,
        Counts counts,
        Throughput throughput,
        LatencySummary latency,
        Cost cost,
        OptionalDouble elapsed,
        BottleneckAnalysis bottleneck,
        Verdict verdict,
        ServerDiagnostics diagnostics) {

    /// Trials and requests.
    ///
    /// @param completed trials that gave figures
    /// @param failed trials that gave none
    /// @param errors failed requests of all trials
    /// @param errorShare of all requests of all trials, 0..1
    public record Counts(int completed, int failed, long errors, double errorShare) {}

    /// The summary of a variant that is not yet compared.
    ///
    /// @param trials the successful ones, in the order in which they ran
    /// @param figures of these trials
    static VariantSummary of(
            ConfidenceLevels confidence,
            RunManifest manifest,
            Variant variant,
            List<Successful> trials,
            List<TrialFigures> figures,
            int failed) {
        var completed = Successful.ofType(Completed.class, trials);
        var throughput = throughput(confidence, figures);
        var latency = latency(completed, figures);
        var cost = cost(figures);
        var diagnostics = ServerDiagnostics.of(manifest, variant, completed, figures);
        return new VariantSummary(
                variant,
                counts(completed, figures, failed),
                throughput,
                latency,
                cost,
                mean(figures.stream().map(TrialFigures::elapsed)),
                BottleneckAnalysis.of(manifest, variant, trials, throughput, cost, diagnostics),
                new Verdict.NoEvidence("not compared"),
                diagnostics);
    }

    VariantSummary withVerdict(Verdict compared) {
        return new VariantSummary(
                variant,
                counts,
                throughput,
                latency,
                cost,
                elapsed,
                bottleneck,
                compared,
                diagnostics);
    }

    private static Counts counts(List<Completed> trials, List<TrialFigures> figures, int failed) {
        long sent = trials.stream().mapToLong(t -> t.load().counts().sent()).sum();
        long errors = figures.stream().mapToLong(f -> f.errors().count()).sum();
        return new Counts(figures.size(), failed, errors, sent == 0 ? 0 : (double) errors / sent);
    }

    private static Throughput throughput(ConfidenceLevels confidence, List<TrialFigures> figures) {
        var ofTrials = figures.stream().map(TrialFigures::throughput).toList();
        return new Throughput(
                ofTrials.stream().mapToDouble(t -> t).average().orElse(0),
                new Estimates(confidence.ofAnalysis())
                        .interval(Metric.THROUGHPUT, figures)
                        .filter(Interval::informative),
                ofTrials);
    }

    private static LatencySummary latency(List<Completed> trials, List<TrialFigures> figures) {
        var latencies = figures.stream().map(TrialFigures::latency).toList();
        return new LatencySummary(
                Latency.merged(latencies),
                latencies,
                Histograms.merged(trials.stream().map(t -> t.load().connections().connectTime())),
                trials.stream()
                        .flatMap(t -> t.load().connections().tls().stream())
                        .reduce(Tls::plus),
                trials.stream()
                        .flatMap(t -> t.load().connections().streams().stream())
                        .reduce(Streams::plus),
                Events.sum(trials.stream().map(Completed::load).toList()),
                trials.stream().mapToDouble(t -> t.load().window().seconds()).sum(),
                median(trials.stream().flatMap(t -> t.unloaded().stream())));
    }

    private static Cost cost(List<TrialFigures> figures) {
        return new Cost(
                mean(figures.stream().map(f -> f.cost().cpuPerRequest())),
                mean(figures.stream().map(f -> f.cost().generatorCpuPerRequest())),
                mean(figures.stream().map(f -> f.cost().peakRss())),
                mean(figures.stream().map(f -> f.cost().threads())),
                EventsPerRequest.mean(figures.stream().map(f -> f.cost().events()).toList()));
    }

    private static double[] present(Stream<OptionalDouble> values) {
        return values.filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static OptionalDouble mean(Stream<OptionalDouble> values) {
        return Arrays.stream(present(values)).average();
    }

    /// The middle value, or the lower of the two middle ones.
    private static OptionalDouble median(Stream<UnloadedResponse> trials) {
        var sorted = trials.mapToDouble(UnloadedResponse::medianNanos).sorted().toArray();
        return sorted.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted[(sorted.length - 1) / 2]);
    }
}
