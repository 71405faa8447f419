package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;

/// The JSON of oha (`--output-format json`, `-j` before 1.6). Its times are seconds. It does not say
/// whether the rate was limited (`-q`).
///
/// Source: `src/printer.rs` of oha 1.10 and of July 2026.
final class OhaReader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS = 1e9;
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?)");

    /// Requests in flight at the end of the time, which have not failed.
    private static final String DEADLINE = "aborted due to deadline";

    private OhaReader() {}

    static ForeignResult read(String name, JsonValue document) {
        var summary = document.at("summary");
        var figures = new ArrayList<ForeignFigure>();
        figures.add(
                ForeignFigure.of(
                        BENCHMARK,
                        ForeignMetric.THROUGHPUT,
                        true,
                        summary.at("requestsPerSec").number()));
        summary.at("average")
                .optionalNumber()
                .ifPresent(mean ->
                        figures.add(
                                ForeignFigure.of(
                                        BENCHMARK, ForeignMetric.MEAN, false, mean * NANOS)));
        document.at("latencyPercentiles")
                .entries()
                .forEach((key, value) -> {
                    var percentile = PERCENTILE.matcher(key);
                    if (percentile.matches()) {
                        value.optionalNumber()
                                .ifPresent(time ->
                                        figures.add(
                                                ForeignFigure.of(
                                                        BENCHMARK,
                                                        ForeignMetric.percentile(
                                                                new BigDecimal(
                                                                        percentile.group(1))),
                                                        false,
                                                        time * NANOS)));
                    }
                });
        return ForeignResult.ofLoad(
                name,
                ForeignTool.OHA,
                ForeignLoad.UNKNOWN,
                Map.of(),
                figures,
                failures(document));
    }

    private static Failures failures(JsonValue document) {
        long failed = 0;
        long total = 0;
        for (var status : document.at("statusCodeDistribution").entries().entrySet()) {
            long count = Math.round(status.getValue().number());
            total += count;
            failed += status.getKey().matches("[23]..") ? 0 : count;
        }
        for (var error : document.at("errorDistribution").entries().entrySet()) {
            long count =
                    error.getKey().equals(DEADLINE) ? 0 : Math.round(error.getValue().number());
            total += count;
            failed += count;
        }
        return new Failures(failed, total);
    }
}
