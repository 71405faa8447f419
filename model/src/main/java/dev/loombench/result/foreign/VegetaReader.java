package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// The JSON of vegeta (`report -type=json`). Its times are ns, its load is open.
///
/// Source: `lib/metrics.go` of vegeta 12.
final class VegetaReader {
    private static final String BENCHMARK = "requests";
    private static final Pattern PERCENTILE = Pattern.compile("(\\d{1,2})th");
    private static final String DECIDING = "p99";
    private static final double NANOS = 1e9;

    private VegetaReader() {}

    static ForeignResult read(String name, JsonValue document) {
        var figures = new ArrayList<ForeignFigure>();
        figures.add(
                ForeignFigure.of(BENCHMARK, ForeignMetric.THROUGHPUT, false, throughput(document)));
        var latencies = document.at("latencies");
        figures.add(
                ForeignFigure.of(
                        BENCHMARK, ForeignMetric.MEAN, false, latencies.at("mean").number()));
        latencies
                .entries()
                .forEach((key, value) -> {
                    var percentile = PERCENTILE.matcher(key);
                    if (percentile.matches()) {
                        var metric = ForeignMetric.percentile(new BigDecimal(percentile.group(1)));
                        figures.add(
                                ForeignFigure.of(
                                        BENCHMARK,
                                        metric,
                                        metric.name().equals(DECIDING),
                                        value.number()));
                    }
                });
        return ForeignResult.ofLoad(
                name,
                ForeignTool.VEGETA,
                ForeignLoad.OPEN,
                settings(document),
                figures,
                failures(document));
    }

    /// As reported; before version 12.6, as later ones compute it: successes over the time to the
    /// last response.
    private static double throughput(JsonValue document) {
        var reported = document.at("throughput").optionalNumber();
        if (reported.isPresent()) {
            return reported.getAsDouble();
        }
        var duration = document.at("duration");
        double nanos = duration.number() + document.at("wait").number();
        if (!(nanos > 0)) {
            throw duration.wrong("the time of the load, above 0 ns");
        }
        return document.at("success").number() * document.at("requests").number() / nanos * NANOS;
    }

    /// The rate that was offered, to three digits: it varies a little from run to run.
    private static Map<String, String> settings(JsonValue document) {
        OptionalDouble rate = document.at("rate").optionalNumber();
        return rate.isPresent() ? Map.of("rate", "%.3g".formatted(rate.getAsDouble())) : Map.of();
    }

    /// Status 0 is a request without a response.
    private static Failures failures(JsonValue document) {
        long failed = 0;
        long total = 0;
        for (var status : document.at("status_codes").entries().entrySet()) {
            long count = Math.round(status.getValue().number());
            total += count;
            failed += status.getKey().matches("[23]..") ? 0 : count;
        }
        return new Failures(failed, total);
    }
}
