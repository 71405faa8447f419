package harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A Markdown table, also aligned for plain text: the first column to the left, figures to the
/// right.
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /// Formats a figure with a number of decimals; a dash where nothing was measured.
    static String figure(double value, int decimals) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%." + decimals + "f", value)
                : "-";
    }

    @Override
    public String toString() {
        int columns = rows.getFirst().size();
        int[] widths =
                IntStream.range(0, columns)
                        .map(i ->
                                rows.stream().mapToInt(r -> r.get(i).length()).max().orElseThrow())
                        .toArray();
        var rule =
                IntStream.range(0, columns)
                        .mapToObj(i -> "-".repeat(widths[i] + 1) + (i == 0 ? "-" : ":"))
                        .collect(Collectors.joining("|", "|", "|"));
        var lines =
                rows.stream()
                        .map(r -> line(r, widths))
                        .collect(Collectors.toCollection(ArrayList::new));
        lines.add(1, rule);
        return String.join("\n", lines);
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i ->
                        String.format(
                                i == 0 ? "%-" + widths[i] + "s" : "%" + widths[i] + "s",
                                cells.get(i)))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
