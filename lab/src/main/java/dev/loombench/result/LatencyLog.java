package dev.loombench.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.result.LoadResult.Interval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/// The latencies of one trial or load as a HdrHistogram log, readable by the tools of that project.
///
/// Values are ns. Each interval has two lines, tagged `response` and `service`; their times are
/// seconds since an origin, to the millisecond.
public final class LatencyLog {
    private static final String RESPONSE = "response";
    private static final String SERVICE = "service";

    private LatencyLog() {}

    /// @param origin the trial's start on the monotonic clock, ns
    static void write(Path file, long origin, List<Interval> intervals) throws IOException {
        var comment = "[values in ns; times in seconds since the start of the trial]";
        Files.writeString(file, text(List.of(comment), origin, intervals));
    }

    /// The log as text.
    ///
    /// @param comments lines to precede it, without the `#`
    /// @param origin of all times, on the monotonic clock, ns
    public static String text(List<String> comments, long origin, List<Interval> intervals) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, false, UTF_8)) {
            write(out, comments, origin, intervals);
        }
        return bytes.toString(UTF_8);
    }

    private static void write(
            PrintStream out, List<String> comments, long origin, List<Interval> intervals) {
        var log = new HistogramLogWriter(out);
        log.outputLogFormatVersion();
        comments.forEach(log::outputComment);
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

    static List<Interval> read(Path file, long origin) throws IOException {
        var response = new TreeMap<Long, Histogram>();
        var service = new TreeMap<Long, Histogram>();
        try (var in = Files.newInputStream(file)) {
            var log = new HistogramLogReader(in);
            while (log.hasNext()) {
                if (log.nextIntervalHistogram() instanceof Histogram histogram) {
                    var byStart = SERVICE.equals(histogram.getTag()) ? service : response;
                    byStart.put(histogram.getStartTimeStamp(), histogram);
                }
            }
        }
        var intervals = new ArrayList<Interval>();
        for (var entry : response.entrySet()) {
            var other = service.get(entry.getKey());
            if (other == null) {
                throw new IOException(
                        "%s has no service time at %.3f s".formatted(file, entry.getKey() / 1e3));
            }
            var window =
                    new Window(
                            origin + entry.getKey() * 1_000_000,
                            origin + entry.getValue().getEndTimeStamp() * 1_000_000);
            intervals.add(new Interval(window, entry.getValue(), other));
        }
        return intervals;
    }
}
