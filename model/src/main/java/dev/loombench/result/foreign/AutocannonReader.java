package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The JSON of autocannon (`-j`). It does not say whether the rate was limited (`-R`, `-r`), at
/// which it corrects its times.
///
/// It counts times in whole milliseconds, those of its mean too. Its throughput is that of all
/// responses in the time of the load, which is written in hundredths of a second; its own average
/// is of samples that it counts in three digits.
///
/// Source: `lib/run.js` and `lib/aggregateResult.js` of autocannon 8.0.
final class AutocannonReader {
    private static final String BENCHMARK = "requests";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double HALF_MILLI = NANOS_PER_MILLI / 2;

    /// Half of the unit of the duration, seconds.
    private static final double DURATION_ROUNDING = 0.005;

    /// As in `p97_5`.
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2})(?:_(\\d{1,6}))?");

    /// Lower ones say nothing of slow responses.
    private static final BigDecimal LOWEST = BigDecimal.valueOf(50);

    /// Of responses, by their statuses.
    private static final List<String> GOOD = List.of("2xx", "3xx");

    private static final List<String> REFUSED = List.of("1xx", "4xx", "5xx");

    private AutocannonReader() {}

    static ForeignResult read(String name, JsonValue document) {
        var figures = new ArrayList<ForeignFigure>();
        figures.add(throughput(document));
        figures.addAll(times(document.at("latency")));
        return ForeignResult.ofLoad(
                name,
                ForeignTool.AUTOCANNON,
                ForeignLoad.UNKNOWN,
                settings(document),
                figures,
                failures(document));
    }

    private static ForeignFigure throughput(JsonValue document) {
        var duration = document.at("duration");
        double seconds = duration.number();
        if (!(seconds > 0)) {
            throw duration.wrong("the time of the load, above 0 s");
        }
        double rate = document.at("requests").at("total").number() / seconds;
        return new PrintedFigure(rate, rate * DURATION_ROUNDING / seconds)
                .of(BENCHMARK, ForeignMetric.THROUGHPUT, true);
    }

    private static List<ForeignFigure> times(JsonValue latency) {
        var figures = new ArrayList<ForeignFigure>();
        latency.at("average")
                .optionalNumber()
                .ifPresent(mean -> figures.add(time(ForeignMetric.MEAN, mean)));
        latency.entries()
                .forEach((key, value) ->
                        percentile(key)
                                .ifPresent(metric ->
                                        value.optionalNumber()
                                                .ifPresent(
                                                        time -> figures.add(time(metric, time)))));
        return figures;
    }

    private static ForeignFigure time(ForeignMetric metric, double millis) {
        return new PrintedFigure(millis * NANOS_PER_MILLI, HALF_MILLI).of(BENCHMARK, metric, false);
    }

    private static Optional<ForeignMetric> percentile(String key) {
        return Optional.of(PERCENTILE.matcher(key))
                .filter(Matcher::matches)
                .map(m ->
                        new BigDecimal(
                                m.group(2) == null ? m.group(1) : m.group(1) + "." + m.group(2)))
                .filter(percent -> percent.compareTo(LOWEST) >= 0)
                .map(ForeignMetric::percentile);
    }

    private static Map<String, String> settings(JsonValue document) {
        var settings = new LinkedHashMap<String, String>();
        for (var key : List.of("connections", "pipelining", "workers")) {
            document.at(key).optionalText().ifPresent(value -> settings.put(key, value));
        }
        document.at("url").optionalText().ifPresent(url -> settings.put("path", UrlPath.of(url)));
        return settings;
    }

    /// Errors have no response, time-outs among them. A response whose body is another one than
    /// expected (`-E`) has its status too: one that is refused for its status is as a rule a
    /// mismatch as well, and failed once.
    private static Failures failures(JsonValue document) {
        long refused = count(document, REFUSED);
        long mismatches = count(document, List.of("mismatches"));
        long errors = count(document, List.of("errors"));
        return new Failures(
                Math.max(refused, mismatches) + errors, refused + count(document, GOOD) + errors);
    }

    private static long count(JsonValue document, List<String> keys) {
        return keys.stream()
                .mapToLong(key -> Math.round(document.at(key).optionalNumber().orElse(0)))
                .sum();
    }
}
