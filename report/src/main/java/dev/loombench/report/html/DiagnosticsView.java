package dev.loombench.report.html;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.server.PinningSummary;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Format;
import dev.loombench.report.html.chart.MemoryBar;
import dev.loombench.text.Figures;
import java.util.List;

/// Observations inside a variant's servers, for the page.
///
/// @param colour index
/// @param sentences one per observation
/// @param threads empty when they were not listed
/// @param pinned waits that held a carrier, longest first
/// @param memory empty, or one bar
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

    /// @param path calls, topmost first
    public record ThreadRow(String count, String kind, String where, String path) {}

    /// @param path calls, topmost first
    public record PinnedRow(String waits, String time, String path) {}

    /// @param mostMemory bytes for the full width of the bar
    static DiagnosticsView of(
            String name, int colour, ServerDiagnostics diagnostics, double mostMemory) {
        return new DiagnosticsView(
                name,
                colour,
                DiagnosticsText.of(diagnostics),
                diagnostics.threads().map(DiagnosticsView::rows).orElse(List.of()),
                diagnostics.pinned().map(DiagnosticsView::pinned).orElse(List.of()),
                diagnostics.memory().stream().map(m -> MemoryBar.of(m, mostMemory)).toList());
    }

    public boolean isEmpty() {
        return sentences.isEmpty();
    }

    private static List<PinnedRow> pinned(PinningSummary summary) {
        return summary.locations().stream()
                .limit(ROWS)
                .map(p ->
                        new PinnedRow(
                                Figures.whole(p.waits()),
                                Format.time((double) p.nanos()),
                                plain(p.path())))
                .toList();
    }

    private static List<ThreadRow> rows(ThreadSummary summary) {
        return summary.locations().stream()
                .limit(ROWS)
                .map(p ->
                        new ThreadRow(
                                Figures.whole(p.count()),
                                DiagnosticsText.kind(p),
                                plain(p.where()),
                                plain(p.path())))
                .toList();
    }
}
