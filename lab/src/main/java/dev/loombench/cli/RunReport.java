package dev.loombench.cli;

import dev.loombench.analysis.Analysis;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.Format;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.json.CsvReport;
import dev.loombench.report.json.JsonReport;
import dev.loombench.report.markdown.MarkdownReport;
import dev.loombench.report.text.TerminalReport;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultFile;
import dev.loombench.result.store.ResultStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A run as read from disk, and the forms in which it is shown.
record RunReport(Path folder, Analysis analysis, List<TrialResult> trials) {

    /// @param folder of the run
    static RunReport read(Path folder) {
        var run = ResultStore.read(folder);
        return new RunReport(folder, Analysis.of(run), run.trials());
    }

    void print(OutputFormat format, PrintWriter out) {
        switch (format) {
            case text -> {
                TerminalReport.of(analysis, Terminal.paint(), Terminal.width())
                        .forEach(out::println);
                next().forEach(out::println);
            }
            case json -> out.println(JsonReport.of(analysis, folder));
            case csv -> CsvReport.of(analysis, folder).forEach(out::println);
            case markdown -> MarkdownReport.of(analysis).forEach(out::println);
            case html -> out.print(page());
        }
        out.flush();
    }

    String page() {
        return HtmlReport.of(analysis, trials, folder);
    }

    /// Writes the page into the run's folder, whole or not at all.
    ///
    /// @return the page's file
    /// @throws ResultError when the disk refuses
    Path writePage() {
        return write(folder.resolve(HtmlReport.FILE), page());
    }

    /// Writes a page, whole or not at all. A symbolic link of its name is replaced, not followed.
    ///
    /// @throws ResultError when the disk refuses
    static Path write(Path file, String page) {
        try {
            ResultFile.write(file, page.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, e), e);
        }
    }

    private List<String> next() {
        var lines = new ArrayList<String>();
        var place = Format.plain(folder.toString());
        lines.add("");
        lines.add(Terminal.paint().bold("What next"));
        lines.add("  Everything measured lies in " + place);
        if (Files.exists(folder.resolve(HtmlReport.FILE))) {
            lines.add("  loombench report --open " + place);
            lines.add("      the charts and all figures: " + place + "/" + HtmlReport.FILE);
        }
        lines.add("  loombench report --output json " + place);
        lines.add("      the same for programs; csv for spreadsheets; markdown for a pull request");
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
