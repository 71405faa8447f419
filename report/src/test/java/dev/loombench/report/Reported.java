package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.export.Markdown;
import dev.loombench.report.claims.ClaimsJson;
import dev.loombench.report.json.RunJson;
import dev.loombench.report.outline.RunOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.text.RecordJson;
import java.nio.file.Path;
import java.util.List;

/// Reports of runs and claims in some forms.
public final class Reported {
    private Reported() {}

    public static String json(Analysis run, Path folder) {
        return RecordJson.text(RunJson.of(run, folder.toString()));
    }

    public static String json(ClaimEvaluation claims, Path folder) {
        return RecordJson.text(ClaimsJson.of(claims, folder.toString()));
    }

    public static List<String> csv(Analysis run, Path folder) {
        return RunJson.of(run, folder.toString()).rows().lines();
    }

    /// The whole text for a terminal without colours.
    ///
    /// @param width of the terminal, columns
    public static List<String> text(Analysis run, int width) {
        return OutlineText.of(RunOutline.onTerminal(run), AnsiStyle.NONE, width, true);
    }

    public static List<String> markdown(Analysis run) {
        return Markdown.lines(RunOutline.of(run));
    }
}
