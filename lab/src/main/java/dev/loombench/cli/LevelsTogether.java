package dev.loombench.cli;

import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.cli.compare.OtherUsers;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.Format;
import dev.loombench.report.text.SweepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The report of a comparison with several numbers of users, and the command for those that are
/// left.
///
/// @param arguments of `loombench`
/// @param levels numbers of users, in the order of the runs
record LevelsTogether(List<String> arguments, List<Integer> levels) implements RunSession.Together {

    /// The levels that ended are the first ones.
    @Override
    public List<String> report(List<RunReport> runs) {
        var ended = new ArrayList<Sweep.Level>();
        for (var run : runs) {
            ended.add(new Sweep.Level(levels.get(ended.size()), run.analysis()));
        }
        var lines =
                new ArrayList<>(
                        SweepReport.of(new Sweep(ended), Terminal.paint(), Terminal.width()));
        lines.add("");
        lines.add(Terminal.paint().bold("Next steps"));
        for (var run : runs) {
            lines.add("  loombench report --open " + Format.plain(run.folder().toString()));
        }
        return lines;
    }

    @Override
    public Optional<String> rest(int ended) {
        return ended < levels.size()
                ? Optional.of(OtherUsers.command(arguments, levels.subList(ended, levels.size())))
                : Optional.empty();
    }
}
