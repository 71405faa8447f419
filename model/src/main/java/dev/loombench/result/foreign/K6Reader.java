package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// The summary of k6 in its three forms: of `--summary-export`, whose metrics hold their values; of
/// `handleSummary()`, which holds them in `values`; and of the machine-readable summary of newer
/// versions, a list of metrics in `results`.
///
/// The summary does not name the executor, so that the load may be closed or open.
///
/// Source: `internal/js/summary.js`, `internal/lib/summary/machinereadable` of k6.
final class K6Reader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern PERCENTILE = Pattern.compile("p\\((\\d{1,2}(?:\\.\\d+)?)\\)");

    /// The highest one up to this decides.
    private static final double DECIDING = 99;

    /// The share of iterations that may be missing from a valid load.
    private static final double MANY = 0.001;

    private final String name;
    private final JsonValue document;
    private final Map<String, JsonValue> metrics;

    private K6Reader(String name, JsonValue document) {
        this.name = name;
        this.document = document;
        this.metrics = metrics(document);
    }

    static ForeignResult read(String name, JsonValue document) {
        return new K6Reader(name, document).result();
    }

    /// The values of each metric.
    private static Map<String, JsonValue> metrics(JsonValue document) {
        var listed = document.at("results").at("metrics");
        var metrics = new HashMap<String, JsonValue>();
        if (listed.exists()) {
            listed.items().forEach(m -> metrics.put(m.at("name").text(), m.at("values")));
            return metrics;
        }
        document.at("metrics")
                .entries()
                .forEach((key, metric) ->
                        metrics.put(
                                key, metric.at("values").exists() ? metric.at("values") : metric));
        return metrics;
    }

    private ForeignResult result() {
        boolean http = metrics.containsKey("http_req_duration");
        var times = required(http ? "http_req_duration" : "iteration_duration");
        var figures = new ArrayList<>(times(times));
        rate(required(http ? "http_reqs" : "iterations"))
                .ifPresent(rate ->
                        figures.add(
                                ForeignFigure.of(
                                        BENCHMARK, ForeignMetric.THROUGHPUT, false, rate)));
        double dropped = count("dropped_iterations");
        return new ForeignResult(
                name,
                ForeignTool.K6,
                dropped > 0 ? ForeignLoad.OPEN : ForeignLoad.UNKNOWN,
                settings(),
                figures,
                failures(),
                dropped > 0
                        ? List.of(
                                new Warning(
                                        "it dropped %,.0f iterations, because its virtual users were too few for the rate"
                                                .formatted(dropped),
                                        dropped > MANY * (sent() + dropped)))
                        : List.of(),
                List.of());
    }

    private JsonValue required(String metric) {
        return Optional.ofNullable(metrics.get(metric))
                .orElseThrow(() ->
                        document.at("metrics").wrong("the metric %s of k6".formatted(metric)));
    }

    private static List<ForeignFigure> times(JsonValue values) {
        var found = new LinkedHashMap<ForeignMetric, Double>();
        values.at("avg").optionalNumber().ifPresent(v -> found.put(ForeignMetric.MEAN, v));
        values.at("med")
                .optionalNumber()
                .ifPresent(v -> found.put(ForeignMetric.percentile(BigDecimal.valueOf(50)), v));
        values.entries()
                .forEach((key, value) -> {
                    var percentile = PERCENTILE.matcher(key);
                    if (percentile.matches()) {
                        value.optionalNumber()
                                .ifPresent(v ->
                                        found.put(
                                                ForeignMetric.percentile(
                                                        new BigDecimal(percentile.group(1))),
                                                v));
                    }
                });
        if (found.isEmpty()) {
            throw values.wrong("an average or percentiles");
        }
        double deciding =
                found.keySet().stream()
                        .map(ForeignMetric::percent)
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .filter(percent -> percent <= DECIDING)
                        .max()
                        .orElse(Double.NaN);
        return found.entrySet().stream()
                .map(e ->
                        ForeignFigure.of(
                                BENCHMARK,
                                e.getKey(),
                                Double.isNaN(deciding)
                                        || e.getKey().percent().orElse(-1) == deciding,
                                e.getValue() * NANOS_PER_MILLI))
                .toList();
    }

    /// As reported, or the count over the duration of the test.
    private OptionalDouble rate(JsonValue values) {
        var rate = values.at("rate").optionalNumber();
        if (rate.isPresent()) {
            return rate;
        }
        var count = values.at("count").optionalNumber();
        var seconds = document.at("config").at("duration").optionalNumber();
        return count.isPresent() && seconds.orElse(0) > 0
                ? OptionalDouble.of(count.getAsDouble() / seconds.getAsDouble())
                : OptionalDouble.empty();
    }

    private double sent() {
        return Math.max(count("iterations"), count("http_reqs"));
    }

    private double count(String metric) {
        var values = metrics.get(metric);
        return values == null ? 0 : values.at("count").optionalNumber().orElse(0);
    }

    private Map<String, String> settings() {
        var users = metrics.get("vus_max");
        if (users == null) {
            return Map.of();
        }
        return users.at("max")
                .optionalText()
                .or(() -> users.at("value").optionalText())
                .map(max -> Map.of("virtual users", max))
                .orElse(Map.of());
    }

    /// In a rate of failures, those that "pass" have failed.
    private Failures failures() {
        var values = metrics.get("http_req_failed");
        if (values == null) {
            return Failures.NONE;
        }
        var matches = values.at("matches").optionalNumber();
        if (matches.isPresent()) {
            return new Failures(
                    Math.round(matches.getAsDouble()), Math.round(values.at("total").number()));
        }
        double failed = values.at("passes").optionalNumber().orElse(0);
        double passed = values.at("fails").optionalNumber().orElse(0);
        return new Failures(Math.round(failed), Math.round(failed + passed));
    }
}
