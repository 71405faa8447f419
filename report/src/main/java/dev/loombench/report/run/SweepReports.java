package dev.loombench.report.run;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.html.RelativeLink;
import dev.loombench.report.json.SweepJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.outline.SweepOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.SweepRuns;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.SweepStore;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A sweep, and what is reported of it.
///
/// @param folder of the sweep, `results/<name>/<time>`
/// @param levels numbers of users, ascending
/// @param runs one per level, without the last ones of a sweep that was interrupted
public record SweepReports(Path folder, List<Integer> levels, List<RunReport> runs)
        implements Document {
    public SweepReports {
        levels = List.copyOf(levels);
        runs = List.copyOf(runs);
    }

    /// A sweep with a new folder, which is named by the time of the first level.
    ///
    /// @param name of the sweep
    /// @param levels of all runs, ended or not
    /// @param runs that ended, the first ones
    public static SweepReports of(
            String name, Path results, List<Integer> levels, List<RunReport> runs) {
        var folder = results.resolve(name).resolve(last(runs.getFirst().folder()));
        return new SweepReports(folder, levels, runs);
    }

    /// @param folder of a sweep
    /// @param conditions under which one of its runs has failed, beside its claims
    /// @throws ResultError when it, or one of its runs, cannot be read
    /// @throws WrongInput when one is no condition on the runs
    public static SweepReports read(Path folder, List<String> conditions) {
        var levels = new ArrayList<Integer>();
        var missing = new ArrayList<Integer>();
        var runs = new ArrayList<RunReport>();
        for (var level : SweepStore.read(folder).levels()) {
            var run = SweepStore.run(folder, level);
            (run.isPresent() ? levels : missing).add(level.users());
            run.ifPresent(ended -> runs.add(RunReport.read(place(ended), conditions)));
        }
        levels.addAll(missing);
        return new SweepReports(folder, levels, runs);
    }

    /// Writes the list of the levels with the runs that ended.
    ///
    /// @throws ResultError when it cannot be written
    public void writeList(Path results) {
        var all = new ArrayList<SweepRuns.LevelRun>();
        for (var users : levels) {
            all.add(
                    new SweepRuns.LevelRun(
                            users,
                            all.size() < runs.size()
                                    ? Optional.of(relative(results, runs.get(all.size()).folder()))
                                    : Optional.empty()));
        }
        SweepStore.write(folder, new SweepRuns(all));
    }

    /// Relative to the current folder where it is below it.
    private static Path place(Path run) {
        var here = Path.of("").toAbsolutePath();
        return run.startsWith(here) ? here.relativize(run) : run;
    }

    private static String last(Path path) {
        return String.valueOf(path.getFileName());
    }

    /// Those of its runs.
    public List<String> unsupportedClaims() {
        return runs.stream().flatMap(run -> run.unsupportedClaims().stream()).toList();
    }

    @Override
    public Outline outline() {
        return levelsTogether().with(NextCommand.section(next()));
    }

    private Outline levelsTogether() {
        var name = last(Objects.requireNonNull(folder.toAbsolutePath().getParent()));
        var hrefs = runs.stream().map(run -> href(run.folder())).toList();
        return SweepOutline.of(sweep(), name, hrefs);
    }

    @Override
    public SweepJson data() {
        return SweepJson.of(sweep(), runs.stream().map(RunReport::folder).toList());
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var lines = new ArrayList<>(OutlineText.of(levelsTogether(), style, width, true));
        lines.add("");
        lines.add("charts of all levels: " + Format.plain(pageFile().toString()));
        lines.add("");
        lines.addAll(NextCommand.lines(next(), style));
        return lines;
    }

    private List<NextCommand> next() {
        return NextCommands.ofSweep(sweep(), runs.stream().map(RunReport::folder).toList());
    }

    /// The comparison with several numbers of users.
    public Sweep sweep() {
        var all = new ArrayList<Sweep.Level>();
        for (var run : runs) {
            all.add(new Sweep.Level(levels.get(all.size()), run.analysis()));
        }
        return new Sweep(all, levels.subList(runs.size(), levels.size()));
    }

    /// Writes the page.
    ///
    /// @return its file
    /// @throws ResultError when it cannot be written
    public Path writePage() {
        return RunReport.write(pageFile(), page());
    }

    private Path pageFile() {
        return folder.resolve(HtmlReport.FILE);
    }

    /// `../../compare-50/2026-01-31T12-00-00/report.html`.
    private String href(Path run) {
        return RelativeLink.of(relative(folder, run) + "/" + HtmlReport.FILE);
    }

    /// Names separated by `/`.
    private static String relative(Path from, Path to) {
        var path = new ArrayList<String>();
        from.toAbsolutePath().relativize(to.toAbsolutePath()).forEach(p -> path.add(p.toString()));
        return String.join("/", path);
    }
}
