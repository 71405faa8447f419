package dev.loombench.cli;

import dev.loombench.cli.console.Output;
import dev.loombench.cli.option.LoadLevelOptions;
import dev.loombench.report.export.Document;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.run.SweepReports;
import dev.loombench.result.Invocation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The report of a comparison with several numbers of users, and the command for those that are
/// left.
///
/// @param typed the command line
/// @param levels numbers of users, in the order of the runs
/// @param results folder for results
/// @param onPage receives the page
record LevelsTogether(Invocation typed, List<Integer> levels, Path results, Consumer<Path> onPage)
        implements RunSession.Together {
    /// The folder of the page, below the folder for results.
    private static final String FOLDER = "compare-sweep";

    /// The levels that ended are the first ones.
    @Override
    public void report(List<RunReport> runs, Output<Document> output, PrintWriter out) {
        var sweep = SweepReports.of(FOLDER, results, levels, runs);
        output.print(sweep, out);
        Output.writeEach(
                List.of(
                        () -> sweep.writeList(results),
                        () -> onPage.accept(sweep.writePage()),
                        () -> output.export(sweep)));
    }

    @Override
    public Optional<String> rest(int ended) {
        return ended < levels.size()
                ? Optional.of(
                        typed.with(
                                        LoadLevelOptions.CONNECTIONS,
                                        list(levels.subList(ended, levels.size())))
                                .line())
                : Optional.empty();
    }

    private static String list(List<Integer> users) {
        return users.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
