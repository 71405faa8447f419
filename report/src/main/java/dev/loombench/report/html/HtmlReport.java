package dev.loombench.report.html;

import dev.loombench.analysis.Analysis;
import dev.loombench.export.Outline;
import dev.loombench.report.Headline;
import dev.loombench.result.TrialResult;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The report as one HTML file that opens offline and makes no requests.
///
/// The templates in `src/main/jte` are compiled with the lab. They escape every text; only the
/// style, the scripts and the charts' data are inserted unescaped.
public final class HtmlReport {
    /// The name of the file in a run's folder.
    public static final String FILE = "report.html";

    private static final TemplateEngine PAGES = TemplateEngine.createPrecompiled(ContentType.Html);

    private HtmlReport() {}

    /// @param trials of the analysis
    /// @param folder of the run; its files are linked by paths relative to it
    public static String of(Analysis analysis, List<TrialResult> trials, Path folder) {
        var page = RunPageBuilder.of(analysis, trials, folder, Headline.of(analysis));
        return rendered("run.jte", page, HtmlShell.SAVED);
    }

    /// The page of a run in progress; it listens to `events` and posts to `stop`, both relative to
    /// its own address.
    public static String live(Analysis analysis, List<TrialResult> trials, Path folder) {
        var running = Headline.running(trials.size(), analysis.manifest().plan().size());
        var page = RunPageBuilder.of(analysis, trials, folder, running);
        return rendered("run.jte", page, HtmlShell.LIVE);
    }

    /// The page of an outline.
    public static String of(Outline outline) {
        return rendered("outline.jte", outline, HtmlShell.SAVED);
    }

    private static String rendered(String template, Object page, HtmlShell shell) {
        var out = new StringOutput(256 * 1024);
        PAGES.render(template, Map.of("page", page, "shell", shell), out);
        return out.toString();
    }
}
