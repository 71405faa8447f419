package dev.loombench.cli;

import dev.loombench.analysis.Analysis;
import dev.loombench.report.CsvReport;
import dev.loombench.report.JsonReport;
import dev.loombench.report.TerminalReport;
import dev.loombench.result.ResultStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Prints the report of a run from what lies on disk.
final class Shown {
    private Shown() {}

    /// @param folder of the run
    /// @return what was shown
    static Analysis report(Path folder, OutputFormat format, PrintWriter out) {
        var analysis = Analysis.of(ResultStore.manifest(folder), ResultStore.trials(folder));
        switch (format) {
            case text -> {
                TerminalReport.of(analysis, Terminal.paint(), Terminal.width())
                        .forEach(out::println);
                next(analysis, folder).forEach(out::println);
            }
            case json -> out.println(JsonReport.of(analysis, folder));
            case csv -> CsvReport.of(analysis, folder).forEach(out::println);
        }
        out.flush();
        return analysis;
    }

    private static List<String> next(Analysis analysis, Path folder) {
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(Terminal.paint().bold("What next"));
        lines.add("  Everything measured lies in " + folder);
        lines.add("  loombench report --output json " + folder);
        lines.add(
                "      the same for programs; csv for spreadsheets; no --output for this page again");
        if (analysis.manifest().spec().name().equals("quickstart")) {
            lines.add("  loombench run cpu-bound");
            lines.add("      the same question where the handler computes instead of waiting");
            lines.add("  loombench list");
            lines.add(
                    "      every experiment and server; docs/method.md says how all this is measured");
        }
        return lines;
    }
}
