package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The text of ab, whose percentiles are whole milliseconds.
///
/// Responses of another length than the first one count as failed there, also where a page is not
/// always of the same length: they are no failures here.
///
/// Source: `support/ab.c` of Apache httpd 2.4.
final class AbReader {
    /// The line that begins the figures of a result.
    static final Pattern START = Pattern.compile("^Server Software:");

    private static final String BENCHMARK = "requests";

    private static final Pattern RATE =
            Pattern.compile("^Requests per second:\\s+(\\d+(?:\\.\\d+)?)");
    private static final Pattern MEAN =
            Pattern.compile("^Time per request:\\s+(\\d+(?:\\.\\d+)?) \\[ms] \\(mean\\)");
    private static final Pattern PERCENTILE = Pattern.compile("^\\s+(\\d{1,2})%\\s+(\\d+)\\s*$");
    private static final Pattern COMPLETE = Pattern.compile("^Complete requests:\\s+(\\d+)");
    private static final Pattern FAILED = Pattern.compile("^Failed requests:\\s+(\\d+)");
    private static final Pattern LENGTH = Pattern.compile("\\(Connect:.* Length: (\\d+)");
    private static final Pattern STATUSES = Pattern.compile("^Non-2xx responses:\\s+(\\d+)");
    private static final Pattern CONCURRENCY = Pattern.compile("^Concurrency Level:\\s+(\\d+)");
    private static final Pattern PATH = Pattern.compile("^Document Path:\\s+(\\S+)");

    private static final double NANOS_PER_MILLI = 1e6;

    private AbReader() {}

    static ForeignResult read(ToolLines lines) {
        var figures = new ArrayList<ForeignFigure>();
        var rate = lines.require(RATE, "Requests per second:").group(1);
        figures.add(PrintedFigure.of(rate, 1).of(BENCHMARK, ForeignMetric.THROUGHPUT, true));
        lines.find(MEAN)
                .map(m -> PrintedFigure.of(m.group(1), NANOS_PER_MILLI))
                .ifPresent(mean -> figures.add(mean.of(BENCHMARK, ForeignMetric.MEAN, false)));
        figures.addAll(percentiles(lines));
        return ForeignResult.ofLoad(
                lines.name(),
                ForeignTool.AB,
                ForeignLoad.CLOSED,
                settings(lines),
                figures,
                failures(lines));
    }

    private static List<ForeignFigure> percentiles(ToolLines lines) {
        var figures = new ArrayList<ForeignFigure>();
        for (var line : lines.lines()) {
            var matcher = PERCENTILE.matcher(line);
            if (matcher.matches()) {
                figures.add(
                        PrintedFigure.of(matcher.group(2), NANOS_PER_MILLI)
                                .of(
                                        BENCHMARK,
                                        ForeignMetric.percentile(new BigDecimal(matcher.group(1))),
                                        false));
            }
        }
        return figures;
    }

    private static Map<String, String> settings(ToolLines lines) {
        var settings = new LinkedHashMap<String, String>();
        lines.find(CONCURRENCY).ifPresent(m -> settings.put("concurrency", m.group(1)));
        lines.find(PATH).ifPresent(m -> settings.put("path", UrlPath.of(m.group(1))));
        return settings;
    }

    private static Failures failures(ToolLines lines) {
        long failed =
                ToolLines.count(lines.find(FAILED), 1) - ToolLines.count(lines.find(LENGTH), 1);
        return new Failures(
                Math.max(0, failed) + ToolLines.count(lines.find(STATUSES), 1),
                ToolLines.count(lines.find(COMPLETE), 1));
    }
}
