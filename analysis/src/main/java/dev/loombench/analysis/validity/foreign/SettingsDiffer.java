package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.util.List;

/// Settings that differ between the results of one comparison.
///
/// @param keys their names, at least one
public record SettingsDiffer(List<String> keys) implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "settings-differ",
                    "`judge`: settings in the files differ, as connections, iterations or the JDK",
                    "note");

    public SettingsDiffer {
        keys = List.copyOf(keys);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "settings differ between the files: %s".formatted(String.join(", ", keys)),
                "the difference includes their effect",
                "measure with the same settings, unless they are what is compared");
    }
}
