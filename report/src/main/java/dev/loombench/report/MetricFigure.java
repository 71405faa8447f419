package dev.loombench.report;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.server.RampUp;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.text.Figures;

/// A variant's figure for a metric: a mean over the trials, or the percentile of all trials merged.
public final class MetricFigure {
    private MetricFigure() {}

    /// @return in the metric's own unit (requests/s or tasks/s, ns or bytes); NaN without evidence
    public static double of(VariantSummary v, Metric metric) {
        if (v.counts().completed() == 0) {
            return Double.NaN;
        }
        return switch (metric) {
            case THROUGHPUT -> v.throughput().mean();
            case CPU_PER_REQUEST -> v.cost().cpuPerRequest().orElse(Double.NaN);
            case INSTRUCTIONS_PER_REQUEST -> v.cost().events().instructions().orElse(Double.NaN);
            case CYCLES_PER_REQUEST -> v.cost().events().cycles().orElse(Double.NaN);
            case P50, P75, P90, P95, P99, P999, P9999 ->
                    v.latency().requests().percentile(metric.percent()).orElse(Double.NaN);
            case PEAK_RSS -> v.cost().peakRss().orElse(Double.NaN);
            case THREADS -> v.cost().threads().orElse(Double.NaN);
            case RAMP_UP -> v.diagnostics().rampUp().map(RampUp::meanNanos).orElse(Double.NaN);
            case CAPACITY -> Double.NaN;
            case ELAPSED -> v.elapsed().orElse(Double.NaN);
        };
    }

    /// As people read it, with its unit.
    public static String text(VariantSummary v, Experiment experiment) {
        return text(v, experiment.metric(), experiment.isBatch());
    }

    /// Any metric, as people read it.
    public static String text(VariantSummary v, Metric metric, boolean batch) {
        double value = of(v, metric);
        if (!Double.isFinite(value)) {
            return Format.MISSING;
        }
        return batch && metric == Metric.THROUGHPUT
                ? Figures.number(value) + " tasks/s"
                : MetricText.figure(metric, value);
    }
}
