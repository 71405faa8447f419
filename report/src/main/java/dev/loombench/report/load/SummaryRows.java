package dev.loombench.report.load;

import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.load.text.LoadRow;
import dev.loombench.load.text.LoadRows;
import java.util.ArrayList;
import java.util.List;

/// The rows of a load, with those of the server's process.
final class SummaryRows {
    private SummaryRows() {}

    static List<LoadRow> of(LoadSummary summary) {
        var rows =
                new ArrayList<>(
                        LoadRows.of(summary.result(), summary.deadline(), notesOnStreams(summary)));
        summary.server()
                .ifPresent(server -> {
                    rows.add(new LoadRow("server", ServerText.lines(server)));
                    rows.add(new LoadRow("threads", ServerText.waits(server)));
                });
        return rows;
    }

    private static List<String> notesOnStreams(LoadSummary summary) {
        return summary.notesOnStreams().stream()
                .map(note -> note.words(LongerRun.UNKNOWN))
                .map(words -> words.message() + ": " + words.impact())
                .toList();
    }
}
