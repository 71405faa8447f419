package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.result.foreign.ForeignResult.Warning;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The JSON of `loombench load --output json`.
///
/// Of a closed load, percentiles above the median are those of a request that arrives at any
/// moment, as in its report.
final class LoadReader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MEDIAN = 50;

    /// Percent -> key.
    private static final Map<Double, String> KEYS = keys();

    private LoadReader() {}

    private static Map<Double, String> keys() {
        var keys = new LinkedHashMap<Double, String>();
        keys.put(MEDIAN, "p50Millis");
        keys.put(75.0, "p75Millis");
        keys.put(90.0, "p90Millis");
        keys.put(95.0, "p95Millis");
        keys.put(99.0, "p99Millis");
        keys.put(99.9, "p999Millis");
        keys.put(99.99, "p9999Millis");
        return keys;
    }

    static ForeignResult read(String name, JsonValue document) {
        boolean open = document.at("load").at("model").optionalText().orElse("").equals("open");
        var figures = new ArrayList<ForeignFigure>();
        figures.add(
                ForeignFigure.of(
                        BENCHMARK,
                        ForeignMetric.THROUGHPUT,
                        !open,
                        document.at("throughputPerSecond").number()));
        var sent = document.at("responseTime");
        var arriving = document.at("arrivingRequest");
        sent.at("meanMillis")
                .optionalNumber()
                .ifPresent(mean ->
                        figures.add(
                                ForeignFigure.of(
                                        BENCHMARK,
                                        ForeignMetric.MEAN,
                                        false,
                                        mean * NANOS_PER_MILLI)));
        KEYS.forEach((percent, key) -> {
            var times = percent > MEDIAN && arriving.exists() ? arriving : sent;
            times.at(key)
                    .optionalNumber()
                    .ifPresent(time ->
                            figures.add(
                                    ForeignFigure.of(
                                            BENCHMARK,
                                            ForeignMetric.percentile(BigDecimal.valueOf(percent)),
                                            open && percent == 99,
                                            time * NANOS_PER_MILLI)));
        });
        return new ForeignResult(
                name,
                ForeignTool.LOOMBENCH,
                open ? ForeignLoad.OPEN : ForeignLoad.CLOSED,
                settings(document),
                figures,
                new Failures(
                        Math.round(document.at("failed").number()),
                        Math.round(document.at("sent").number())),
                warnings(document),
                List.of());
    }

    private static Map<String, String> settings(JsonValue document) {
        var settings = new LinkedHashMap<String, String>();
        settings.put("path", UrlPath.of(document.at("url").text()));
        var load = document.at("load");
        // with a profile, the level is the mean of a window whose length differs from load to load
        var level = load.at("profile").exists() ? List.of("profile") : List.of("rate", "users");
        Stream.of(List.of("model"), level, List.of("thinkTimeNanos", "arrival"))
                .flatMap(List::stream)
                .forEach(key ->
                        load.at(key).optionalText().ifPresent(value -> settings.put(key, value)));
        if (!load.at("requests").exists()) { // a number of requests takes as long as it takes
            document.at("seconds")
                    .optionalNumber()
                    .ifPresent(seconds ->
                            settings.put("seconds", String.valueOf(Math.round(seconds))));
        }
        document.at("connections")
                .at("requested")
                .optionalText()
                .ifPresent(value -> settings.put("connections", value));
        return settings;
    }

    private static List<Warning> warnings(JsonValue document) {
        var warnings = new ArrayList<Warning>();
        if (document.at("interrupted").optionalText().orElse("").equals("true")) {
            warnings.add(
                    new Warning("interrupted", "the load was interrupted before its end", true));
        }
        var findings = document.at("findings");
        if (findings.exists()) {
            findings.items().stream()
                    .map(finding ->
                            new Warning(
                                    finding.at("kind").text(),
                                    finding.at("message").text(),
                                    finding.at("severity").text().equals("invalid")))
                    .forEach(warnings::add);
        }
        return warnings;
    }
}
