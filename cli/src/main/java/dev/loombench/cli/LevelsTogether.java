package dev.loombench.cli;

import dev.loombench.cli.option.LoadLevelOptions;
import dev.loombench.report.export.Document;
import dev.loombench.result.Invocation;
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
    public Document report(List<RunReport> runs) {
        var reports = SweepReports.create(FOLDER, results, levels, runs);
        onPage.accept(reports.writePage());
        return reports;
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
