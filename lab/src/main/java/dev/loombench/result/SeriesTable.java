package dev.loombench.result;

import dev.loombench.result.Observation.Point;
import dev.loombench.result.Observation.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All series of one trial as a CSV file, a row a point, for spreadsheets and data frames.
///
/// Columns: `seconds` since the start of the trial (9 decimals), `observer`, `figure`, `unit`,
/// `value`.
final class SeriesTable {
    private static final String HEADER = "seconds,observer,figure,unit,value";

    private SeriesTable() {}

    /// @param origin the trial's start on the monotonic clock, ns
    static void write(Path file, long origin, List<Series> all) throws IOException {
        try (var out = Files.newBufferedWriter(file)) {
            out.write(HEADER);
            out.newLine();
            for (var series : all) {
                for (var point : series.points()) {
                    var figure = series.figure();
                    out.write(
                            String.format(
                                    Locale.ROOT,
                                    "%.9f,%s,%s,%s,%s",
                                    (point.nanos() - origin) / 1e9,
                                    series.observer(),
                                    figure.label(),
                                    figure.unit(),
                                    number(point.value())));
                    out.newLine();
                }
            }
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }

    private record Key(String observer, Figure figure) {}

    static List<Series> read(Path file, long origin) throws IOException {
        Map<Key, List<Point>> points = new LinkedHashMap<>();
        var lines = Files.readAllLines(file);
        for (int i = 1; i < lines.size(); i++) {
            var cells = lines.get(i).split(",", -1);
            try {
                var key = new Key(cells[1], figure(cells[2]));
                var at = origin + Math.round(Double.parseDouble(cells[0]) * 1e9);
                points.computeIfAbsent(key, k -> new ArrayList<>())
                        .add(new Point(at, Double.parseDouble(cells[4])));
            } catch (RuntimeException e) {
                throw new IOException(
                        "%s:%d is not a point: \"%s\"".formatted(file, i + 1, lines.get(i)), e);
            }
        }
        return points.entrySet().stream()
                .map(e -> new Series(e.getKey().observer(), e.getKey().figure(), e.getValue()))
                .toList();
    }

    private static Figure figure(String label) {
        for (var figure : Figure.values()) {
            if (figure.label().equals(label)) {
                return figure;
            }
        }
        throw new IllegalArgumentException("no figure " + label);
    }
}
