package dev.loombench.cli;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.Format;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.text.SweepReport;
import dev.loombench.result.store.ResultError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The reports of a sweep: lines for the terminal, and a page below the results folder.
///
/// @param name of the sweep
/// @param runs one per level that ended, in ascending order of users
record SweepReports(String name, Path results, List<Integer> levels, List<RunReport> runs) {
    SweepReports {
        runs = List.copyOf(runs);
        levels = List.copyOf(levels).subList(0, runs.size());
    }

    /// The report as text.
    ///
    /// @param page as written
    List<String> lines(Path page) {
        var lines = new ArrayList<>(SweepReport.of(sweep(), Terminal.paint(), Terminal.width()));
        lines.add("");
        lines.add("charts of all levels: " + Format.plain(page.toString()));
        lines.add("");
        lines.add(Terminal.paint().bold("Next steps"));
        for (var run : runs) {
            lines.add("  loombench report --open " + Format.plain(run.folder().toString()));
        }
        return lines;
    }

    private Sweep sweep() {
        var all = new ArrayList<Sweep.Level>();
        for (var run : runs) {
            all.add(new Sweep.Level(levels.get(all.size()), run.analysis()));
        }
        return new Sweep(all);
    }

    /// Writes the page. Its folder is named by the time of the first level.
    ///
    /// @return its file
    /// @throws ResultError when it cannot be written
    Path writePage() {
        var folder =
                results.resolve(name)
                        .resolve(String.valueOf(runs.getFirst().folder().getFileName()));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ResultError("cannot create %s: %s".formatted(folder, e), e);
        }
        var hrefs = runs.stream().map(run -> href(folder, run.folder())).toList();
        return RunReport.write(
                folder.resolve(HtmlReport.FILE), HtmlReport.of(sweep(), name, hrefs));
    }

    /// `../../compare-50/2026-01-31T12-00-00/report.html`.
    private static String href(Path from, Path run) {
        var path = new ArrayList<String>();
        from.toAbsolutePath().relativize(run.toAbsolutePath()).forEach(p -> path.add(p.toString()));
        path.add(HtmlReport.FILE);
        return String.join("/", path);
    }
}
