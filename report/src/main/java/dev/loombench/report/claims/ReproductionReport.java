package dev.loombench.report.claims;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.Attempt;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Markdown;
import dev.loombench.export.Outline;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A reproduction read from disk, and what is reported of it.
public record ReproductionReport(Path folder, ClaimEvaluation claims) implements Document {
    private static final String SUMMARY = "summary";

    public static ReproductionReport read(ReproductionStore store) {
        var attempts = store.plan().experiments().stream().map(p -> attempt(p, store)).toList();
        return new ReproductionReport(store.folder(), ClaimEvaluation.of(store.plan(), attempts));
    }

    private static Attempt attempt(Planned planned, ReproductionStore store) {
        var ended = store.ended(planned);
        return new Attempt(planned, ended, ended.flatMap(store::run).map(ResultStore::read));
    }

    /// Writes the summary, a page per article, and the page of each run, each file atomically.
    ///
    /// @return the summary's page
    /// @throws dev.loombench.result.store.ResultError when a file cannot be written
    public Path writePages(ReproductionStore store) {
        for (var experiment : claims.experiments()) {
            experiment
                    .ended()
                    .flatMap(store::run)
                    .ifPresent(run -> RunReport.read(run).writePage());
        }
        for (var article : claims.plan().articles()) {
            write(
                    ClaimsOutline.fileOf(article, ""),
                    ClaimsOutline.article(article, claims.about(article)));
        }
        RunReport.write(folder.resolve(SUMMARY + ".json"), OutputFormat.json.export(this));
        return write(SUMMARY, outline());
    }

    private Path write(String name, Outline claimed) {
        RunReport.write(folder.resolve(name + ".md"), Markdown.text(claimed));
        return RunReport.write(folder.resolve(name + ".html"), HtmlReport.of(claimed));
    }

    @Override
    public Outline outline() {
        return ClaimsOutline.summary(claims);
    }

    @Override
    public ClaimsJson data() {
        return ClaimsJson.of(claims, folder.toString());
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    /// The number of claims by status once more at the end: a terminal shows the last lines.
    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var outline = outline();
        var lines = new ArrayList<>(OutlineText.of(outline, style, width, true));
        lines.add("");
        lines.addAll(LineWrapper.at(width, "", style.bold(outline.headline())));
        lines.add("Pages: " + Format.plain(folder.resolve(SUMMARY + ".html").toString()));
        return lines;
    }
}
