package dev.loombench.report;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Inside;
import dev.loombench.analysis.ThreadsSeen;
import java.util.List;
import java.util.Locale;

/// What was seen inside a variant's servers, as its place on the page takes it.
///
/// @param colour index
/// @param sentences one for each thing that was seen
/// @param threads empty when they were not listed
public record InsideView(String name, int colour, List<String> sentences, List<ThreadRow> threads) {
    private static final int ROWS = 12;

    public InsideView {
        sentences = List.copyOf(sentences);
        threads = List.copyOf(threads);
    }

    /// @param path calls, the topmost first
    public record ThreadRow(String count, String kind, String where, String path) {}

    static InsideView of(String name, int colour, Inside inside) {
        return new InsideView(
                name,
                colour,
                InsideText.of(inside),
                inside.threads().map(InsideView::rows).orElse(List.of()));
    }

    public boolean isEmpty() {
        return sentences.isEmpty();
    }

    private static List<ThreadRow> rows(ThreadsSeen seen) {
        return seen.places().stream()
                .limit(ROWS)
                .map(p ->
                        new ThreadRow(
                                String.format(Locale.ROOT, "%,d", p.count()),
                                InsideText.kind(p),
                                plain(p.where()),
                                plain(p.path())))
                .toList();
    }
}
