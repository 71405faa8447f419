package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.report.ClaimsPageModel;
import dev.loombench.report.Headline;
import dev.loombench.report.RunComparison;
import dev.loombench.result.TrialResult;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The report as one HTML file that opens offline and asks nobody for anything: verdict, findings,
/// figures, charts, environment.
///
/// The templates lie in `src/main/jte` and are classes by the time this runs. They escape every
/// text; only the style, the scripts and the charts' data go in as they are.
public final class HtmlReport {
    /// Its name in a run's folder.
    public static final String FILE = "report.html";

    private static final TemplateEngine PAGES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlReport() {}

    /// @param trials the analysis is of
    /// @param folder of the run; its files are linked by paths relative to it
    public static String of(Analysis analysis, List<TrialResult> trials, Path folder) {
        var page = RunPageBuilder.of(analysis, trials, folder, Headline.of(analysis));
        return rendered("run.jte", page, HtmlShell.OF_A_FILE);
    }

    /// The page of a run under way, as far as it has come; it listens to `events` and posts to
    /// `stop`, both beside its own address.
    public static String live(Analysis soFar, List<TrialResult> trials, Path folder) {
        var running = Headline.running(trials.size(), soFar.manifest().plan().size());
        var page = RunPageBuilder.of(soFar, trials, folder, running);
        return rendered("run.jte", page, HtmlShell.OF_A_LIVE_RUN);
    }

    /// Two runs side by side.
    public static String of(RunComparison runs) {
        return rendered("beside.jte", runs, HtmlShell.OF_A_FILE);
    }

    /// What became of the claims of articles.
    public static String of(ClaimsPageModel claims) {
        return rendered("claims.jte", claims, HtmlShell.OF_A_FILE);
    }

    private static String rendered(String template, Object page, HtmlShell frame) {
        var out = new StringOutput(256 * 1024);
        PAGES.render(template, Map.of("page", page, "frame", frame), out);
        return out.toString();
    }
}
