package dev.loombench.load.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.text.PlainText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/// The latencies of one trial or load as a HdrHistogram log, readable by the tools of that project.
///
/// Values are in ns. Each interval has two lines, tagged `response` and `service`, with times in
/// seconds since an origin, to the millisecond.
public final class LatencyLog {
    private static final String RESPONSE = "response";
    private static final String SERVICE = "service";

    private LatencyLog() {}

    /// The log of a trial.
    ///
    /// @param origin the trial's start on the monotonic clock, ns
    public static String text(long origin, List<Second> intervals) {
        var comment = "[values in ns; times in seconds since the start of the trial]";
        return text(List.of(comment), origin, intervals);
    }

    /// The log as text.
    ///
    /// @param comments lines at the start, without the `#`; what would end one is replaced
    /// @param origin of all times, on the monotonic clock, ns
    public static String text(List<String> comments, long origin, List<Second> intervals) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, false, UTF_8)) {
            write(out, comments, origin, intervals);
        }
        return bytes.toString(UTF_8);
    }

    private static void write(
            PrintStream out, List<String> comments, long origin, List<Second> intervals) {
        var log = new HistogramLogWriter(out);
        log.outputLogFormatVersion();
        comments.stream().map(PlainText::of).forEach(log::outputComment);
        log.outputLegend();
        for (var interval : intervals) {
            writeLine(log, RESPONSE, origin, interval.window(), interval.responseTime());
            writeLine(log, SERVICE, origin, interval.window(), interval.serviceTime());
        }
    }

    private static void writeLine(
            HistogramLogWriter log, String tag, long origin, Window window, Histogram histogram) {
        var tagged = histogram.copy();
        tagged.setTag(tag);
        log.outputIntervalHistogram(
                (window.startNanos() - origin) / 1e9,
                (window.endNanos() - origin) / 1e9,
                tagged,
                1.0);
    }

    /// @throws IOException when the text is not such a log
    public static List<Second> parse(String log, long origin) throws IOException {
        var response = new TreeMap<Long, Histogram>();
        var service = new TreeMap<Long, Histogram>();
        for (var histogram : histograms(log)) {
            var byStart = SERVICE.equals(histogram.getTag()) ? service : response;
            if (byStart.put(histogram.getStartTimeStamp(), histogram) != null) {
                throw new IOException("two intervals start at %s s".formatted(seconds(histogram)));
            }
        }
        if (!response.keySet().equals(service.keySet())) {
            throw new IOException("not every interval has both response and service times");
        }
        var intervals = new ArrayList<Second>();
        for (var entry : response.entrySet()) {
            var window = window(entry.getValue(), origin);
            intervals.add(
                    new Second(
                            window,
                            entry.getValue(),
                            Objects.requireNonNull(service.get(entry.getKey()))));
        }
        return intervals;
    }

    /// HdrHistogram's reader throws various unchecked exceptions on a damaged line.
    private static List<Histogram> histograms(String text) throws IOException {
        var histograms = new ArrayList<Histogram>();
        try (var in = new ByteArrayInputStream(text.getBytes(UTF_8));
                var log = new HistogramLogReader(in)) {
            while (log.hasNext()) {
                if (!(log.nextIntervalHistogram() instanceof Histogram histogram)) {
                    throw new IOException("one of its lines is not an interval of integers");
                }
                histograms.add(histogram);
            }
        } catch (RuntimeException e) {
            throw new IOException("it is not a HdrHistogram log: " + e, e);
        }
        return histograms;
    }

    private static Window window(Histogram interval, long origin) throws IOException {
        try {
            return new Window(
                    origin + interval.getStartTimeStamp() * 1_000_000,
                    origin + interval.getEndTimeStamp() * 1_000_000);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the interval at %s s is invalid: %s"
                            .formatted(seconds(interval), e.getMessage()),
                    e);
        }
    }

    private static double seconds(Histogram interval) {
        return interval.getStartTimeStamp() / 1e3;
    }
}
