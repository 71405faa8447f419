package dev.loombench.report.text;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.Consequences;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.analysis.validity.evidence.NotJudgedInSlices;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.finding.Severity;
import dev.loombench.report.CodeText;
import dev.loombench.report.CostVerdictText;
import dev.loombench.report.Headline;
import dev.loombench.report.ModeText;
import dev.loombench.report.NotSteadyText;
import dev.loombench.report.ReportText;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The report for one screen: findings that make the result invalid, the recommendation, a bar and
/// a scorecard per variant, what bounds each, and the names of the other findings.
public final class BriefReport {
    private static final String INDENT = "  ";

    /// More would leave no space for the answer.
    private static final int MAX_INVALID = 2;

    private final Analysis analysis;
    private final AnsiStyle style;
    private final int width;
    private final List<String> lines = new ArrayList<>();

    private BriefReport(Analysis analysis, AnsiStyle style, int width) {
        this.analysis = analysis;
        this.style = style;
        this.width = width;
    }

    /// @param width of the terminal, columns
    /// @return the lines of the report
    public static List<String> of(Analysis analysis, AnsiStyle style, int width) {
        var report = new BriefReport(analysis, style, width);
        report.invalidFindings();
        report.answer();
        report.claims();
        report.figures();
        report.why();
        report.code();
        report.notes();
        return report.lines;
    }

    private void invalidFindings() {
        if (analysis.valid()) {
            return;
        }
        lines.add(style.bad(style.bold("Invalid result")));
        var causes = analysis.causes(Severity.INVALID);
        causes.stream().limit(MAX_INVALID).forEach(this::cause);
        if (causes.size() > MAX_INVALID) {
            wrap(style.faint("%d more: --verbose".formatted(causes.size() - MAX_INVALID)));
        }
        for (var v : analysis.variants()) {
            if (v.counts().completed() == 0) {
                wrap("%s: no trial was completed".formatted(plain(v.variant().name())));
            }
        }
        lines.add("");
    }

    private void cause(Consequences group) {
        finding(group.cause());
        ConsequenceText.sentence(analysis, group).ifPresent(also -> wrap(style.faint(also)));
    }

    private void finding(ResultFinding finding) {
        var text = finding.text(analysis.manifest().experiment());
        wrap("%s. Remedy: %s.".formatted(plain(text.message()), plain(text.remedy())));
    }

    private void answer() {
        var experiment = analysis.manifest().experiment();
        LineWrapper.at(width, "", plain(experiment.question()))
                .forEach(line -> lines.add(style.bold(line)));
        if (analysis.valid()) {
            lines.addAll(LineWrapper.at(width, "", Headline.of(analysis).sentence()));
        } else {
            CostVerdictText.sentence(analysis)
                    .ifPresent(cost -> lines.addAll(LineWrapper.at(width, "", cost)));
        }
        lines.add("");
        lines.addAll(new VerdictBars(analysis).lines(style, width));
    }

    private void claims() {
        if (analysis.claims().isEmpty()) {
            return;
        }
        lines.add("");
        for (var check : analysis.claims()) {
            wrap("%s: %s".formatted(plain(check.claim().text()), plain(ReportText.claim(check))));
        }
    }

    private void figures() {
        var table = FiguresTable.brief(analysis);
        lines.add("");
        lines.addAll(table.lines(style, width));
        table.legendOfMarks().ifPresent(m -> wrap(style.faint(m)));
        if (!table.legend().isEmpty()) {
            wrap(style.faint(table.legend()));
        }
    }

    private void code() {
        if (analysis.code().isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Which code costs"));
        CodeText.differences(analysis.code(), true).forEach(sentence -> wrap(sentence + "."));
        for (var profile : analysis.code().profiles()) {
            wrap("%s: %s".formatted(plain(profile.variant()), CodeText.brief(profile)));
        }
        wrap(style.faint(CodeText.PROFILED));
    }

    private void why() {
        var measured =
                analysis.variants().stream().filter(v -> v.counts().completed() > 0).toList();
        if (measured.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Why"));
        for (var v : measured) {
            wrap("%s: %s".formatted(plain(v.variant().name()), WhyText.brief(v)));
        }
        NextStep.first(analysis).ifPresent(this::nextStep);
    }

    private void nextStep(NextStep step) {
        wrap("Try " + step.sentence() + step.command().map(_ -> ":").orElse(""));
        // not wrapped, so that it can be copied
        step.command().ifPresent(c -> lines.add("      " + plain(c)));
    }

    private void notes() {
        lines.add("");
        wrap(style.faint("Holds for: " + plain(ScopeText.brief(analysis)) + "."));
        if (analysis.variants().size() > 1) {
            wrap(style.faint("Trials: " + plain(ModeText.brief(analysis.mode())) + "."));
        }
        analysis.windowLength()
                .filter(window -> window.worthIt() && !analysis.decided())
                .ifPresent(window -> wrap(ScopeText.windowLength(window) + "."));
        var adjustments = analysis.manifest().adjustments();
        if (!adjustments.isEmpty()) {
            wrap(style.faint("Adjusted: " + plain(String.join("; ", adjustments)) + "."));
        }
        var notes = causes(Severity.NOTE);
        var information = causes(Severity.INFORMATION);
        NotSteadyText.brief(
                        Stream.concat(notes.stream(), information.stream()).toList(),
                        analysis.findings(),
                        analysis.manifest().experiment().phases().warmUpMax())
                .ifPresent(text -> wrap(plain(text)));
        information.stream()
                .flatMap(f -> f instanceof NotJudgedInSlices n ? Stream.of(n) : Stream.empty())
                .forEach(f -> wrap(style.faint(notJudged(f))));
        notes.stream().filter(BriefReport::isLoss).forEach(this::finding);
        var others =
                Stream.of(
                                kinds(
                                        "To correct",
                                        notes.stream().filter(n -> !isInWords(n)).toList()),
                                kinds(
                                        "For information",
                                        information.stream()
                                                .filter(f -> !f.ofMachine() && !isInWords(f))
                                                .toList()))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(" "));
        if (!others.isEmpty()) {
            wrap(style.faint(others + " loombench report RUN --verbose explains them."));
        }
    }

    private static String notJudged(NotJudgedInSlices finding) {
        return "Not judged in slices: %s (compare --metric %s, or mode: sequential in a file)."
                .formatted(finding.labels(), finding.metrics().getFirst().label());
    }

    private List<ResultFinding> causes(Severity severity) {
        return analysis.causes(severity).stream().map(Consequences::cause).toList();
    }

    private static Optional<String> kinds(String label, List<ResultFinding> findings) {
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        findings.stream()
                                .map(f -> f.kind().id())
                                .distinct()
                                .collect(Collectors.joining(", ", label + ": ", ".")));
    }

    private static boolean isInWords(ResultFinding finding) {
        return isLoss(finding)
                || NotSteadyText.isBrief(finding)
                || finding instanceof NotJudgedInSlices;
    }

    /// Whether trials are missing, which no name of a note says clearly enough.
    private static boolean isLoss(ResultFinding finding) {
        return finding instanceof Incomplete || finding instanceof TrialsFailed;
    }

    private void wrap(String text) {
        lines.addAll(LineWrapper.at(width, INDENT, text));
    }
}
