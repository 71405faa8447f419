package dev.loombench.result;

import dev.loombench.result.LoadResult.Interval;
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

/// The latencies of one trial as a HdrHistogram log, readable by the tools of that project.
///
/// Values are ns. Each interval has two lines, tagged `response` and `service`; their times are
/// seconds since the start of the trial, to the millisecond.
final class LatencyLog {
    private static final String RESPONSE = "response";
    private static final String SERVICE = "service";

    private LatencyLog() {}

    /// @param origin the trial's start on the monotonic clock, ns
    static void write(Path file, long origin, List<Interval> intervals) throws IOException {
        try (var out =
                new PrintStream(
                        Files.newOutputStream(file),
                        false,
                        java.nio.charset.StandardCharsets.UTF_8)) {
            var log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputComment("[values in ns; times in seconds since the start of the trial]");
            log.outputLegend();
            for (var interval : intervals) {
                writeLine(log, RESPONSE, origin, interval.window(), interval.responseTime());
                writeLine(log, SERVICE, origin, interval.window(), interval.serviceTime());
            }
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
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
