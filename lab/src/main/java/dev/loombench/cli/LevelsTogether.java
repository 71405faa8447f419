package dev.loombench.cli;

import dev.loombench.cli.compare.OtherUsers;
import dev.loombench.report.export.Document;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The report of a comparison with several numbers of users, and the command for those that are
/// left.
///
/// @param arguments of `loombench`
/// @param levels numbers of users, in the order of the runs
/// @param results folder for results
/// @param onPage receives the page
record LevelsTogether(
        List<String> arguments, List<Integer> levels, Path results, Consumer<Path> onPage)
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
                ? Optional.of(OtherUsers.command(arguments, levels.subList(ended, levels.size())))
                : Optional.empty();
    }
}
