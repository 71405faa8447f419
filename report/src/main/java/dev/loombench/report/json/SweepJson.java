package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.sweep.Sweep.Crossover;
import dev.loombench.export.CsvRows;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.sweep.SweepText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A comparison with several numbers of users as data for other programs. Its keys are stable and
/// documented in docs/output/json.md.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param verdict `decided`, `undecided` or `invalid`, the worst of the levels
/// @param complete false when it was interrupted
/// @param variants all but the first
/// @param levels in ascending order of users
/// @param next commands that follow
public record SweepJson(
        int format,
        String question,
        String verdict,
        boolean complete,
        String metric,
        double margin,
        String sentence,
        List<VariantJson> variants,
        List<LevelJson> levels,
        List<NextCommand> next) {
    private static final int FORMAT = 1;

    /// A variant over all levels.
    ///
    /// @param crossover null where none is decided
    record VariantJson(String name, Optional<CrossoverJson> crossover, String sentence) {}

    /// The levels between which a variant becomes better than the first, or stops to be.
    record CrossoverJson(int from, int to, boolean better) {
        static CrossoverJson of(Crossover crossover) {
            return new CrossoverJson(crossover.from(), crossover.to(), crossover.better());
        }
    }

    /// @param run the document of its run
    record LevelJson(int users, RunJson run) {}

    /// The figures of one variant at one level in a row.
    record Row(int users, @JsonUnwrapped RunRow figures) {}

    /// @param folders of the runs, one per level
    public static SweepJson of(Sweep sweep, List<Path> folders) {
        var experiment = SweepText.experiment(sweep);
        var levels = new ArrayList<LevelJson>();
        for (var level : sweep.levels()) {
            var folder = folders.get(levels.size()).toString();
            levels.add(new LevelJson(level.users(), RunJson.of(level.analysis(), folder)));
        }
        return new SweepJson(
                FORMAT,
                experiment.question(),
                SweepText.status(sweep).label(),
                sweep.missing().isEmpty(),
                experiment.metric().label(),
                experiment.margin(),
                SweepText.headline(sweep),
                SweepText.others(sweep).stream().map(name -> variant(sweep, name)).toList(),
                levels,
                NextCommands.ofSweep(sweep, folders));
    }

    private static VariantJson variant(Sweep sweep, String name) {
        return new VariantJson(
                name, sweep.crossover(name).map(CrossoverJson::of), SweepText.of(sweep, name));
    }

    /// A row per level and variant.
    public CsvRows rows() {
        return CsvRows.of(
                Row.class,
                levels.stream()
                        .flatMap(level ->
                                RunRow.of(level.run()).stream()
                                        .map(row -> new Row(level.users(), row)))
                        .toList());
    }
}
