package dev.loombench.report.json;

import dev.loombench.analysis.comparison.Modes;
import dev.loombench.analysis.comparison.Modes.Mode;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The modes of a ratio that depends on the process.
///
/// @param of whose processes are of two kinds: `variant`, `first` or `both`
record ModesJson(String of, List<ModeJson> modes) {

    /// @param blocks whose processes are of this mode
    /// @param level geometric mean of the metric in them, and `firstLevel` of that of the first
    ///   variant: ns, bytes, 1/s or a number
    /// @param ratio variant / first
    /// @param interval of the ratio; null where it is not informative
    record ModeJson(
            int blocks,
            double level,
            double firstLevel,
            double ratio,
            Optional<Interval> interval) {
        private static ModeJson of(Mode mode) {
            return new ModeJson(
                    mode.blocks(),
                    mode.level(),
                    mode.firstLevel(),
                    mode.ratio().point(),
                    Optional.of(mode.ratio()).filter(Interval::informative));
        }
    }

    static ModesJson of(Modes modes) {
        return new ModesJson(
                modes.of().name().toLowerCase(Locale.ROOT),
                modes.modes().stream().map(ModeJson::of).toList());
    }
}
