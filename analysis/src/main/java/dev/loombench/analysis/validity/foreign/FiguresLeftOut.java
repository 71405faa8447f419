package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import java.util.List;

/// Figures in the results that are not judged.
///
/// @param named each with the reason, in words; at least one
public record FiguresLeftOut(List<String> named) implements ForeignFinding {
    /// More would hide the first ones.
    private static final int LISTED = 3;

    public static final Kind KIND =
            new Kind(
                    "figures-left-out",
                    "`judge`: a figure has no value, or the file does not say whether more of it is better",
                    "information");

    public FiguresLeftOut {
        named = List.copyOf(named);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        int more = named.size() - LISTED;
        return new FindingText(
                "not judged: %s%s"
                        .formatted(
                                String.join("; ", named.subList(0, Math.min(LISTED, named.size()))),
                                more > 0 ? "; and %d more".formatted(more) : ""),
                "the verdict does not contain them",
                "read them in the files");
    }
}
