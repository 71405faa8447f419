package dev.loombench.analysis;

import dev.loombench.spec.Variant;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/// All trials of one variant in a row of figures. Evidence that is missing is empty.
///
/// @param completed trials behind the figures
/// @param failed trials that gave none
/// @param throughput good answers a second, mean of the trials
/// @param throughputInterval 95 % bootstrap over trials; empty below two trials and where they
///   differ too much for one
/// @param throughputs of each trial, in the order in which they ran
/// @param responseTime all trials merged, from the intended send, ns
/// @param serviceTime all trials merged, from the actual send, ns
/// @param connectTime of the connections opened within the windows of all trials, ns; empty where
///   all were open before
/// @param cpuPerRequest mean of the trials, ns
/// @param peakRss highest of the trials, bytes
/// @param threads most of any trial
/// @param errors of all trials
/// @param errorShare of all requests of all trials, 0..1
/// @param generatorCpuPerRequest mean of the trials, ns
/// @param unloadedResponse median of the trials, of a lone user, ns
/// @param elapsed mean of the trials of a batch, ns
/// @param verdict beside the first variant
/// @param diagnostics what observers saw of its servers
public record VariantSummary(
        Variant variant,
        int completed,
        int failed,
        double throughput,
        Optional<Interval> throughputInterval,
        List<Double> throughputs,
        Histogram responseTime,
        Histogram serviceTime,
        Histogram connectTime,
        OptionalDouble cpuPerRequest,
        OptionalDouble peakRss,
        OptionalDouble threads,
        long errors,
        double errorShare,
        OptionalDouble generatorCpuPerRequest,
        OptionalDouble unloadedResponse,
        OptionalDouble elapsed,
        BottleneckAnalysis explanation,
        Verdict verdict,
        ServerDiagnostics diagnostics) {}
