package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.text.WrongInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The text of wrk, and of wrk2, which sends at a constant rate.
///
/// Source: `src/wrk.c` and `src/units.c` of wrk 4.2, `src/wrk.c` of wrk2 and of its fork in
/// DeathStarBench, which has the 99th percentile in place of the maximum.
final class WrkReader {
    /// The first line of a result.
    static final Pattern START = Pattern.compile("^Running (\\S+) test @ (\\S+)");

    private static final String BENCHMARK = "requests";

    /// At a constant rate, where throughput is that rate.
    private static final ForeignMetric DECIDING = ForeignMetric.percentile(BigDecimal.valueOf(99));

    private static final Pattern CONNECTIONS =
            Pattern.compile("^\\s*(\\d+) threads? and (\\d+) connections?");

    /// With a time; `Latency Distribution` is the heading of another table.
    private static final Pattern LATENCY =
            Pattern.compile("^\\s+Latency\\s+(\\d\\S*)\\s+\\S+\\s+(\\S+)");

    private static final Pattern PERCENTILE =
            Pattern.compile("^\\s*(\\d{1,2}(?:\\.\\d+)?)%\\s+(\\d\\S*)\\s*$");
    private static final Pattern REQUESTS = Pattern.compile("^\\s*(\\d+) requests in ");
    private static final Pattern ERRORS =
            Pattern.compile(
                    "Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final Pattern STATUSES = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern RATE = Pattern.compile("^Requests/sec:\\s+(\\d+(?:\\.\\d+)?)");

    /// The heading of the fork.
    private static final Pattern WITH_P99 = Pattern.compile("^\\s+Thread Stats .*\\s99%\\s");

    /// A load of 10 s or less has no calibration.
    private static final Pattern CONSTANT_RATE =
            Pattern.compile("Thread calibration:|HdrHistogram|" + WITH_P99.pattern());

    private final ToolLines lines;

    private WrkReader(ToolLines lines) {
        this.lines = lines;
    }

    static ForeignResult read(ToolLines lines) {
        return new WrkReader(lines).result();
    }

    private ForeignResult result() {
        requireOne();
        boolean constantRate = lines.find(CONSTANT_RATE).isPresent();
        var figures = new ArrayList<ForeignFigure>();
        var rate = lines.require(RATE, "Requests/sec:").group(1);
        figures.add(
                PrintedFigure.of(rate, 1).of(BENCHMARK, ForeignMetric.THROUGHPUT, !constantRate));
        var percentiles = percentiles();
        boolean meanDecides = constantRate && !percentiles.containsKey(DECIDING);
        lines.find(LATENCY)
                .flatMap(m -> PrintedFigure.time(m.group(1)))
                .ifPresent(
                        mean -> figures.add(mean.of(BENCHMARK, ForeignMetric.MEAN, meanDecides)));
        percentiles.forEach((metric, time) ->
                figures.add(time.of(BENCHMARK, metric, constantRate && metric.equals(DECIDING))));
        return ForeignResult.ofLoad(
                lines.name(),
                constantRate ? ForeignTool.WRK2 : ForeignTool.WRK,
                constantRate ? ForeignLoad.OPEN : ForeignLoad.CLOSED,
                settings(),
                figures,
                failures());
    }

    /// The fork may send to several URLs, and prints the figures of each.
    private void requireOne() {
        long urls = lines.lines().stream().filter(line -> LATENCY.matcher(line).find()).count();
        if (urls > 1) {
            throw new WrongInput(
                    "%s: has the figures of %d URLs, which no comparison tells apart; measure one"
                            .formatted(lines.name(), urls));
        }
    }

    /// Those of the first table; wrk2 may print a second one, without its correction.
    private Map<ForeignMetric, PrintedFigure> percentiles() {
        var percentiles = new LinkedHashMap<ForeignMetric, PrintedFigure>();
        for (var line : lines.lines()) {
            var matcher = PERCENTILE.matcher(line);
            if (matcher.find()) {
                PrintedFigure.time(matcher.group(2))
                        .ifPresent(time ->
                                percentiles.putIfAbsent(
                                        ForeignMetric.percentile(new BigDecimal(matcher.group(1))),
                                        time));
            }
        }
        if (lines.find(WITH_P99).isPresent()) {
            lines.find(LATENCY)
                    .flatMap(m -> PrintedFigure.time(m.group(2)))
                    .ifPresent(time -> percentiles.putIfAbsent(DECIDING, time));
        }
        return percentiles;
    }

    private Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        lines.find(CONNECTIONS)
                .ifPresent(m -> {
                    settings.put("threads", m.group(1));
                    settings.put("connections", m.group(2));
                });
        lines.find(START)
                .ifPresent(m -> {
                    settings.put("duration", m.group(1));
                    settings.put("path", UrlPath.of(m.group(2)));
                });
        return settings;
    }

    private Failures failures() {
        var errors = lines.find(ERRORS);
        long sockets = 0;
        for (int group = 1; group <= 4; group++) {
            sockets += ToolLines.count(errors, group);
        }
        long statuses = ToolLines.count(lines.find(STATUSES), 1);
        return new Failures(sockets + statuses, ToolLines.count(lines.find(REQUESTS), 1) + sockets);
    }
}
