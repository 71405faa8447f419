package dev.loombench.report.judgement;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.judge.Judgement;
import dev.loombench.analysis.judge.Sample;
import dev.loombench.result.foreign.ForeignMetric;
import dev.loombench.text.RecordJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/// The figures of the head in Bencher Metric Format: benchmark -> measure -> value and limits.
///
/// Source: https://bencher.dev/docs/reference/bencher-metric-format/.
final class BencherMetrics {
    /// A time by the name of Bencher's own measure, whose unit is ns too, as that of throughput is
    /// operations per second.
    private static final Map<String, String> MEASURES = Map.of("time", "latency");

    private BencherMetrics() {}

    /// @param lowerValue of the 95 % interval of the mean, and `upperValue`; absent with a single
    ///   value, and of values too noisy for one
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    private record Metric(
            double value,
            @JsonProperty("lower_value") OptionalDouble lowerValue,
            @JsonProperty("upper_value") OptionalDouble upperValue) {
        static Metric of(Sample sample) {
            var interval = sample.interval();
            return new Metric(
                    sample.mean(),
                    interval.isPresent()
                            ? OptionalDouble.of(interval.get().low())
                            : OptionalDouble.empty(),
                    interval.isPresent()
                            ? OptionalDouble.of(interval.get().high())
                            : OptionalDouble.empty());
        }
    }

    static String text(Judgement judgement) {
        var benchmarks = new LinkedHashMap<String, Map<String, Metric>>();
        for (var figure : judgement.figures()) {
            benchmarks
                    .computeIfAbsent(figure.benchmark(), _ -> new LinkedHashMap<>())
                    .put(measure(figure.metric()), Metric.of(figure.head()));
        }
        return RecordJson.text(benchmarks) + "\n";
    }

    private static String measure(ForeignMetric metric) {
        return MEASURES.getOrDefault(metric.name(), metric.name());
    }
}
