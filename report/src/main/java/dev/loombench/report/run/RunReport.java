package dev.loombench.report.run;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.ClaimCheck;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.export.DurableFile;
import dev.loombench.report.Format;
import dev.loombench.report.ReportText;
import dev.loombench.report.export.Document;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.json.RunJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.outline.BriefOutline;
import dev.loombench.report.outline.RunOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A run read from disk, and what is reported of it.
public record RunReport(Path folder, Analysis analysis, List<TrialResult> trials) {

    /// @param folder of the run
    public static RunReport read(Path folder) {
        return read(folder, List.of());
    }

    /// @param conditions under which the run has failed, beside its claims
    /// @throws WrongInput when one is no condition on the run
    public static RunReport read(Path folder, List<String> conditions) {
        var run = ResultStore.read(folder);
        var claims = ComparisonThreshold.claims(conditions, run.manifest().experiment());
        return new RunReport(folder, Analysis.of(run, claims), run.trials());
    }

    /// What is reported of it.
    ///
    /// @param verbose whether the text is the whole report
    public Document document(boolean verbose) {
        return new RunDocument(this, verbose);
    }

    RunJson json() {
        return RunJson.of(analysis, folder.toString());
    }

    List<String> lines(boolean verbose, AnsiStyle style, int width) {
        var report =
                verbose
                        ? OutlineText.of(RunOutline.onTerminal(analysis), style, width, true)
                        : OutlineText.compact(BriefOutline.of(analysis), style, width);
        var lines = new ArrayList<>(report);
        lines.add("");
        lines.addAll(NextCommand.lines(NextCommands.ofRun(analysis, folder, verbose), style));
        return lines;
    }

    /// The claims that make the exit code another than 0, with what was found, one line each: the
    /// text of a single run has them too.
    public List<String> unsupportedClaims() {
        return analysis.claims().stream()
                .filter(_ -> analysis.valid())
                .filter(check -> !(check.outcome() instanceof ClaimCheck.Outcome.Supported))
                .map(check ->
                        Format.plain(
                                "%s: %s: %s"
                                        .formatted(
                                                analysis.manifest().experiment().name(),
                                                check.claim().text(),
                                                ReportText.claim(check))))
                .toList();
    }

    public String page() {
        return HtmlReport.of(analysis, trials, folder);
    }

    /// Writes the page into the run's folder, atomically.
    ///
    /// @return the page's file
    /// @throws ResultError when it cannot be written
    public Path writePage() {
        return write(folder.resolve(HtmlReport.FILE), page());
    }

    /// Writes a page atomically. A symbolic link of its name is replaced, not followed.
    ///
    /// @throws ResultError when it cannot be written
    public static Path write(Path file, String page) {
        try {
            DurableFile.write(file, page.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new ResultError("cannot write %s: %s".formatted(file, FileFault.of(e)), e);
        }
    }
}
