package dev.loombench.cli;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.Attempt;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.OutputFormat;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.ClaimsPageBuilder;
import dev.loombench.report.ClaimsPageModel;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.json.JsonReport;
import dev.loombench.report.markdown.MarkdownReport;
import dev.loombench.report.text.ClaimsText;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultStore;
import java.io.PrintWriter;
import java.nio.file.Path;

/// A reproduction read from disk, and its output in all formats.
record ReproductionReport(ReproductionStore store, ClaimEvaluation claims) {
    static final String SUMMARY = "summary";

    static ReproductionReport read(ReproductionStore store) {
        var attempts = store.plan().experiments().stream().map(p -> attempt(p, store)).toList();
        return new ReproductionReport(store, ClaimEvaluation.of(store.plan(), attempts));
    }

    private static Attempt attempt(Planned planned, ReproductionStore store) {
        var ended = store.ended(planned);
        return new Attempt(planned, ended, ended.flatMap(store::run).map(ResultStore::read));
    }

    private Path folder() {
        return store.folder();
    }

    /// Writes the summary, a page per article, and the page of each run, each file atomically.
    ///
    /// @return the summary's page
    /// @throws dev.loombench.result.store.ResultError when a file cannot be written
    Path writePages() {
        for (var experiment : claims.experiments()) {
            experiment
                    .ended()
                    .flatMap(store::run)
                    .ifPresent(run -> RunReport.read(run).writePage());
        }
        for (var article : claims.plan().articles()) {
            var page = ClaimsPageBuilder.article(article, claims.about(article));
            write(ClaimsPageBuilder.fileOf(article, ""), page);
        }
        RunReport.write(
                folder().resolve(SUMMARY + ".json"), JsonReport.of(claims, folder()) + "\n");
        return write(SUMMARY, ClaimsPageBuilder.summary(claims));
    }

    private Path write(String name, ClaimsPageModel page) {
        RunReport.write(folder().resolve(name + ".md"), markdown(page));
        return RunReport.write(folder().resolve(name + ".html"), HtmlReport.of(page));
    }

    private static String markdown(ClaimsPageModel page) {
        return String.join("\n", MarkdownReport.of(page)) + "\n";
    }

    void print(OutputFormat format, PrintWriter out) {
        var summary = ClaimsPageBuilder.summary(claims);
        switch (format) {
            case text -> {
                ClaimsText.of(summary, Terminal.paint(), Terminal.width()).forEach(out::println);
                out.println();
                out.println("Pages: " + folder().resolve(SUMMARY + ".html"));
            }
            case json -> out.println(JsonReport.of(claims, folder()));
            case markdown -> out.print(markdown(summary));
            case html -> out.print(HtmlReport.of(summary));
            case csv -> throw new IllegalArgumentException("a reproduction has no CSV form");
        }
        out.flush();
    }

    /// A contradicted claim is a finding about the article, not a failure.
    int exitCode() {
        return claims.valid() ? ExitCode.OK : ExitCode.INVALID;
    }
}
