package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.PinningSummary;
import dev.loombench.analysis.ServerDiagnostics;
import dev.loombench.analysis.ThreadSummary;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Format;
import java.util.List;
import java.util.Locale;

/// What was seen inside a variant's servers, as its place on the page takes it.
///
/// @param colour index
/// @param sentences one for each thing that was seen
/// @param threads empty when they were not listed
/// @param pinned waits that held a carrier, longest first
/// @param memory empty, or one picture
public record DiagnosticsView(
        String name,
        int colour,
        List<String> sentences,
        List<ThreadRow> threads,
        List<PinnedRow> pinned,
        List<MemoryBar> memory) {
    private static final int ROWS = 12;

    public DiagnosticsView {
        sentences = List.copyOf(sentences);
        threads = List.copyOf(threads);
        pinned = List.copyOf(pinned);
        memory = List.copyOf(memory);
    }

    /// @param path calls, the topmost first
    public record ThreadRow(String count, String kind, String where, String path) {}

    /// @param path calls, the topmost first
    public record PinnedRow(String waits, String time, String path) {}

    /// @param mostMemory bytes that the width of its picture stands for
    static DiagnosticsView of(
            String name, int colour, ServerDiagnostics inside, double mostMemory) {
        return new DiagnosticsView(
                name,
                colour,
                DiagnosticsText.of(inside),
                inside.threads().map(DiagnosticsView::rows).orElse(List.of()),
                inside.pinned().map(DiagnosticsView::pinned).orElse(List.of()),
                inside.memory().stream().map(m -> MemoryBar.of(m, mostMemory)).toList());
    }

    public boolean isEmpty() {
        return sentences.isEmpty();
    }

    private static List<PinnedRow> pinned(PinningSummary seen) {
        return seen.places().stream()
                .limit(ROWS)
                .map(p ->
                        new PinnedRow(
                                String.format(Locale.ROOT, "%,d", p.waits()),
                                Format.time((double) p.nanos()),
                                plain(p.path())))
                .toList();
    }

    private static List<ThreadRow> rows(ThreadSummary seen) {
        return seen.places().stream()
                .limit(ROWS)
                .map(p ->
                        new ThreadRow(
                                String.format(Locale.ROOT, "%,d", p.count()),
                                DiagnosticsText.kind(p),
                                plain(p.where()),
                                plain(p.path())))
                .toList();
    }
}
