package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import dev.loombench.text.WrongInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The text of h2load. Its columns are found by their heading: newer versions have percentiles, and
/// name the row of the response times `request`. It does not print the rate of `--rps`, so that its
/// load may be open.
///
/// Source: `src/h2load.cc` of nghttp2 1.52 and of November 2026.
final class H2loadReader {
    /// The line that begins the figures of a result.
    static final Pattern FIGURES = Pattern.compile("^finished in \\S+, (\\d+(?:\\.\\d+)?) req/s");

    /// The first line, which a filter may have removed.
    private static final Pattern START = Pattern.compile("^starting benchmark");

    private static final String BENCHMARK = "requests";

    private static final Pattern REQUESTS =
            Pattern.compile(
                    "^requests: (\\d+) total, (\\d+) started, (\\d+) done, (\\d+) succeeded, (\\d+) failed");

    /// One line per thread; without a time it sends a number of requests.
    private static final Pattern SPAWNED =
            Pattern.compile(
                    "^spawning thread #\\d+: (\\d+) total client\\(s\\)\\.(?: Timing-based test with (\\S+)s of warm-up time and (\\S+)s of main duration)?");

    private static final Pattern HEADING = Pattern.compile("^\\s+min\\s+max\\s.*mean.*$");
    private static final Pattern TIMES =
            Pattern.compile("^(?:time for request|request *):\\s+(.*)$");

    /// Headings of two words are one column.
    private static final Pattern COLUMNS = Pattern.compile("\\+/- sd|\\S+");

    private static final Map<String, ForeignMetric> METRICS =
            Map.of(
                    "mean", ForeignMetric.MEAN,
                    "median", ForeignMetric.percentile(BigDecimal.valueOf(50)),
                    "p95", ForeignMetric.percentile(BigDecimal.valueOf(95)),
                    "p99", ForeignMetric.percentile(BigDecimal.valueOf(99)));

    private H2loadReader() {}

    static List<ToolLines> split(String name, List<String> lines) {
        var whole = ToolLines.split(name, lines, START);
        var figures = ToolLines.split(name, lines, FIGURES);
        return whole.size() == figures.size() ? whole : figures;
    }

    static ForeignResult read(ToolLines lines) {
        var figures = new ArrayList<ForeignFigure>();
        var rate = lines.require(FIGURES, "finished in …, … req/s").group(1);
        figures.add(PrintedFigure.of(rate, 1).of(BENCHMARK, ForeignMetric.THROUGHPUT, true));
        figures.addAll(times(lines));
        var requests = lines.find(REQUESTS);
        return ForeignResult.ofLoad(
                lines.name(),
                ForeignTool.H2LOAD,
                ForeignLoad.UNKNOWN,
                settings(lines, requests),
                figures,
                new Failures(ToolLines.count(requests, 5), ToolLines.count(requests, 1)));
    }

    /// Of a load for a time, the number of requests is a result.
    private static Map<String, String> settings(ToolLines lines, Optional<MatchResult> requests) {
        var settings = new LinkedHashMap<String, String>();
        var threads =
                lines.lines().stream()
                        .flatMap(line -> SPAWNED.matcher(line).results().limit(1))
                        .toList();
        if (!threads.isEmpty()) {
            long clients = threads.stream().mapToLong(thread -> ToolLines.count(thread, 1)).sum();
            settings.put("clients", String.valueOf(clients));
            settings.put("threads", String.valueOf(threads.size()));
        }
        var ofTime = threads.stream().filter(thread -> thread.group(3) != null).findFirst();
        if (ofTime.isPresent()) {
            settings.put("warm-up", ofTime.get().group(2));
            settings.put("duration", ofTime.get().group(3));
        } else {
            requests.ifPresent(m -> settings.put("requests", m.group(1)));
        }
        return settings;
    }

    private static List<ForeignFigure> times(ToolLines lines) {
        var heading = lines.lines().stream().filter(l -> HEADING.matcher(l).matches()).findFirst();
        var times = lines.find(TIMES).map(m -> m.group(1).strip().split("\\s+", -1));
        if (heading.isEmpty() || times.isEmpty()) {
            return List.of();
        }
        var names = COLUMNS.matcher(heading.get()).results().map(m -> m.group()).toList();
        var values = Arrays.asList(times.get());
        if (names.size() != values.size()) {
            throw new WrongInput(
                    "%s: the times of requests have %d values below %d headings"
                            .formatted(lines.name(), values.size(), names.size()));
        }
        var figures = new LinkedHashMap<ForeignMetric, ForeignFigure>();
        for (int i = 0; i < names.size(); i++) {
            var metric = Optional.ofNullable(METRICS.get(names.get(i)));
            var time = PrintedFigure.time(values.get(i));
            metric.ifPresent(m -> time.ifPresent(t -> figures.put(m, t.of(BENCHMARK, m, false))));
        }
        return List.copyOf(figures.values());
    }
}
