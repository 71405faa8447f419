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
/// The summary does not name the executor, so that the load may be closed or open: one of a number
/// of iterations, which is closed, drops those for which its time was too short.
///
/// Source: `internal/js/summary.js`, `internal/lib/summary/machinereadable` of k6; dropped
/// iterations: https://k6.io/docs/using-k6/scenarios/concepts/dropped-iterations/.
final class K6Reader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern PERCENTILE = Pattern.compile("p\\((\\d{1,2}(?:\\.\\d+)?)\\)");

    /// The highest one up to this decides.
    private static final double DECIDING = 99;

    /// The share of iterations that may be missing from a valid load, and of checks that may fail.
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
        var metrics = new HashMap<String, JsonValue>();
        described(document)
                .forEach((key, metric) ->
                        metrics.put(
                                key, metric.at("values").exists() ? metric.at("values") : metric));
        return metrics;
    }

    /// Each metric with what its form of the summary has beside the values.
    private static Map<String, JsonValue> described(JsonValue document) {
        var listed = document.at("results").at("metrics");
        if (!listed.exists()) {
            return document.at("metrics").entries();
        }
        var metrics = new LinkedHashMap<String, JsonValue>();
        listed.items().forEach(metric -> metrics.put(metric.at("name").text(), metric));
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
                ForeignLoad.UNKNOWN,
                settings(),
                figures,
                failures(),
                warnings(dropped),
                List.of());
    }

    private List<Warning> warnings(double dropped) {
        var warnings = new ArrayList<Warning>();
        if (dropped > 0) {
            warnings.add(
                    new Warning(
                            "dropped-iterations",
                            "it dropped %,.0f iterations, because its virtual users were too few for the rate, or its time was over"
                                    .formatted(dropped),
                            dropped > MANY * (iterations() + dropped)));
        }
        var checks = checks();
        if (checks.failed() > 0) {
            warnings.add(
                    new Warning(
                            "checks",
                            "%,d of %,d checks of responses failed"
                                    .formatted(checks.failed(), checks.total()),
                            checks.failed() > MANY * checks.total()));
        }
        var crossed = crossedThresholds();
        if (!crossed.isEmpty()) {
            warnings.add(
                    new Warning(
                            "thresholds",
                            "thresholds were crossed: " + String.join(", ", crossed),
                            false));
        }
        return warnings;
    }

    /// Those of the script: a response of status 200 may have an error in its body.
    private Failures checks() {
        var all = metrics.get("checks");
        if (all != null) {
            return passedAndFailed(count(all, "fails"), count(all, "passes"));
        }
        var listed = document.at("results").at("checks").at("results");
        if (!listed.node().isArray()) {
            return Failures.NONE;
        }
        return listed.items().stream()
                .map(check -> passedAndFailed(count(check, "fails"), count(check, "passes")))
                .reduce(Failures.NONE, Failures::and);
    }

    private static Failures passedAndFailed(double failed, double passed) {
        return new Failures(Math.round(failed), Math.round(failed + passed));
    }

    /// In `--summary-export` a threshold that was crossed is true; in `handleSummary()` it is an
    /// object whose `ok` is false. The machine-readable summary has none.
    ///
    /// Source: https://github.com/grafana/k6/issues/1498.
    private List<String> crossedThresholds() {
        var crossed = new ArrayList<String>();
        described(document)
                .forEach((metric, described) ->
                        described
                                .at("thresholds")
                                .entries()
                                .forEach((threshold, result) -> {
                                    if (isCrossed(result)) {
                                        crossed.add("%s of %s".formatted(threshold, metric));
                                    }
                                }));
        return crossed;
    }

    private static boolean isCrossed(JsonValue result) {
        return result.node().isBoolean()
                ? result.node().booleanValue()
                : result.at("ok").optionalText().orElse("true").equals("false");
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

    /// Those that ended; the requests, where the summary has no iterations. An iteration may have
    /// many requests.
    private double iterations() {
        double ended = count("iterations");
        return ended > 0 ? ended : count("http_reqs");
    }

    private double count(String metric) {
        var values = metrics.get(metric);
        return values == null ? 0 : count(values, "count");
    }

    private static double count(JsonValue values, String key) {
        return values.at(key).optionalNumber().orElse(0);
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
        if (values.at("passes").exists() || values.at("fails").exists()) {
            return passedAndFailed(count(values, "passes"), count(values, "fails"));
        }
        // of a summary that a script has shortened to the share
        double share = values.at("rate").optionalNumber().orElse(count(values, "value"));
        double requests = count("http_reqs");
        return new Failures(Math.round(share * requests), Math.round(requests));
    }
}
