package dev.loombench.result.store;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All series of one trial as CSV, one row per point, for spreadsheets and data frames.
///
/// Columns: `seconds` since the start of the trial (9 decimals), `observer`, `metric`, `unit`,
/// `value`.
public final class SeriesTable {
    private static final String HEADER = "seconds,observer,metric,unit,value";
    private static final int COLUMNS = 5;

    private SeriesTable() {}

    /// @param origin the trial's start on the monotonic clock, ns
    public static String text(long origin, List<Series> all) {
        var text = new StringBuilder(HEADER).append('\n');
        for (var series : all) {
            for (var point : series.points()) {
                var metric = series.metric();
                text.append(
                        String.format(
                                Locale.ROOT,
                                "%.9f,%s,%s,%s,%s\n",
                                (point.nanos() - origin) / 1e9,
                                series.observer(),
                                metric.label(),
                                metric.unit(),
                                number(point.value())));
            }
        }
        return text.toString();
    }

    /// The shortest text that is read as the same number: figures are differences of counters,
    /// which are large, and with interleaved trials not whole.
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? String.valueOf((long) value)
                : Double.toString(value);
    }

    private record Key(String observer, MetricId metric) {}

    /// @throws IOException when the text is not such a table
    static List<Series> parse(String table, long origin) throws IOException {
        var lines = table.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new IOException("its first line is not \"" + HEADER + '"');
        }
        Map<Key, List<Point>> points = new LinkedHashMap<>();
        for (int i = 1; i < lines.size(); i++) {
            var cells = lines.get(i).split(",", -1);
            try {
                if (cells.length != COLUMNS) {
                    throw new IllegalArgumentException(cells.length + " columns");
                }
                points.computeIfAbsent(key(cells), _ -> new ArrayList<>())
                        .add(point(cells, origin));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "line %d is not a point: \"%s\"".formatted(i + 1, lines.get(i)), e);
            }
        }
        return points.entrySet().stream()
                .map(e -> new Series(e.getKey().observer(), e.getKey().metric(), e.getValue()))
                .toList();
    }

    private static Key key(String[] cells) {
        return new Key(cells[1], metric(cells[2]));
    }

    private static Point point(String[] cells, long origin) {
        double seconds = Double.parseDouble(cells[0]);
        double value = Double.parseDouble(cells[4]);
        if (!Double.isFinite(seconds) || !Double.isFinite(value)) {
            throw new IllegalArgumentException("not a finite number");
        }
        return new Point(origin + Math.round(seconds * 1e9), value);
    }

    private static MetricId metric(String label) {
        for (var metric : MetricId.values()) {
            if (metric.label().equals(label)) {
                return metric;
            }
        }
        throw new IllegalArgumentException("no metric " + label);
    }
}
