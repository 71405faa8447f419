package dev.loombench.result.foreign;

import dev.loombench.result.foreign.ForeignResult.Failures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The text of hey, whose times are seconds with four decimals. It does not say whether the rate
/// was limited (`-q`).
///
/// It keeps the times of the first million responses, and divides the sum of all times by their
/// number: of a longer load, neither its percentiles nor its mean are those of all responses.
///
/// Source: `requester/report.go` and `requester/print.go` of hey 0.1.4.
final class HeyReader {
    /// The first line of a result.
    private static final Pattern START = Pattern.compile("^Summary:\\s*$");

    private static final Pattern DISTRIBUTION = Pattern.compile("^Latency distribution:");

    /// In the text of oha, which begins in the same way.
    private static final Pattern OF_OHA = Pattern.compile("^\\s+Success rate:");

    private static final String BENCHMARK = "requests";
    private static final double NANOS = 1e9;

    /// Response times that it keeps.
    private static final long KEPT = 1_000_000;

    private static final Pattern RATE = Pattern.compile("^\\s+Requests/sec:\\s+(\\d+(?:\\.\\d+)?)");
    private static final Pattern MEAN = Pattern.compile("^\\s+Average:\\s+(\\d+(?:\\.\\d+)?) secs");

    /// Some builds print the sign twice, and 0 for a percentile that is not known.
    private static final Pattern PERCENTILE =
            Pattern.compile("^\\s+([1-9]\\d?)%+ in (\\d+(?:\\.\\d+)?) secs\\s*$");

    private static final Pattern STATUSES = Pattern.compile("^Status code distribution:");
    private static final Pattern STATUS =
            Pattern.compile("^\\s+\\[(\\d{3})]\\s+(\\d+) responses\\s*$");
    private static final Pattern ERRORS = Pattern.compile("^Error distribution:");
    private static final Pattern ERROR = Pattern.compile("^\\s+\\[(\\d+)]\\s");

    private HeyReader() {}

    static boolean wrote(List<String> lines) {
        return ToolLines.contains(lines, START)
                && ToolLines.contains(lines, DISTRIBUTION)
                && !ToolLines.contains(lines, OF_OHA);
    }

    static List<ToolLines> split(String name, List<String> lines) {
        return ToolLines.split(name, lines, START);
    }

    /// A text that is cut before its counts of responses is refused.
    static ForeignResult read(ToolLines lines) {
        var _ = lines.require(STATUSES, "Status code distribution:");
        var requests = Requests.of(lines);
        var figures = new ArrayList<ForeignFigure>();
        var leftOut = new ArrayList<String>();
        figures.add(throughput(lines, requests));
        if (requests.responses > KEPT) {
            leftOut.add(
                    "mean and percentiles: hey keeps %,d response times, and the load has %,d"
                            .formatted(KEPT, requests.responses));
        } else {
            figures.addAll(times(lines));
        }
        return new ForeignResult(
                lines.name(),
                ForeignTool.HEY,
                ForeignLoad.UNKNOWN,
                Map.of(),
                figures,
                requests.failures(),
                List.of(),
                leftOut);
    }

    /// Of responses: its own rate counts requests without one too.
    private static ForeignFigure throughput(ToolLines lines, Requests requests) {
        var rate = PrintedFigure.of(lines.require(RATE, "Requests/sec:").group(1), 1);
        return new PrintedFigure(rate.value() * requests.shareWithResponse(), rate.rounding())
                .of(BENCHMARK, ForeignMetric.THROUGHPUT, true);
    }

    private static List<ForeignFigure> times(ToolLines lines) {
        var figures = new ArrayList<ForeignFigure>();
        lines.find(MEAN)
                .map(m -> PrintedFigure.of(m.group(1), NANOS))
                .ifPresent(mean -> figures.add(mean.of(BENCHMARK, ForeignMetric.MEAN, false)));
        for (var line : lines.lines()) {
            var matcher = PERCENTILE.matcher(line);
            if (matcher.matches()) {
                figures.add(
                        PrintedFigure.of(matcher.group(2), NANOS)
                                .of(
                                        BENCHMARK,
                                        ForeignMetric.percentile(new BigDecimal(matcher.group(1))),
                                        false));
            }
        }
        return figures;
    }

    /// @param responses with any status
    /// @param refused of these, by their status
    /// @param errors without a response
    private record Requests(long responses, long refused, long errors) {
        static Requests of(ToolLines lines) {
            long responses = 0;
            long refused = 0;
            long errors = 0;
            boolean ofErrors = false;
            for (var line : lines.lines()) {
                ofErrors |= ERRORS.matcher(line).find();
                var status = STATUS.matcher(line);
                var error = ERROR.matcher(line);
                if (ofErrors && error.find()) {
                    errors += ToolLines.count(error, 1);
                } else if (!ofErrors && status.find()) {
                    long count = ToolLines.count(status, 2);
                    responses += count;
                    refused += status.group(1).matches("[23]..") ? 0 : count;
                }
            }
            return new Requests(responses, refused, errors);
        }

        double shareWithResponse() {
            long all = responses + errors;
            return all == 0 ? 1 : (double) responses / all;
        }

        Failures failures() {
            return new Failures(refused + errors, responses + errors);
        }
    }
}
