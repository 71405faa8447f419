package dev.loombench.report.outline;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.Consequences;
import dev.loombench.analysis.validity.evidence.Incomplete;
import dev.loombench.analysis.validity.evidence.NotJudgedInSlices;
import dev.loombench.analysis.validity.evidence.TrialsFailed;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.finding.Severity;
import dev.loombench.report.CodeText;
import dev.loombench.report.Headline;
import dev.loombench.report.ModeText;
import dev.loombench.report.NotSteadyText;
import dev.loombench.report.finding.ClaimPart;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.report.text.FiguresTable;
import dev.loombench.report.text.VerdictBars;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A run on one screen of a terminal: the recommendation, or findings that make it invalid, a bar
/// and the comparisons of each variant, what bounds each, and the names of the other findings.
///
/// Its sentences are shorter than those of [RunOutline], which has the rest.
public final class BriefOutline {
    /// More would leave no space for the answer.
    private static final int MAX_INVALID = 2;

    private final Analysis analysis;

    private BriefOutline(Analysis analysis) {
        this.analysis = analysis;
    }

    public static Outline of(Analysis analysis) {
        var brief = new BriefOutline(analysis);
        var headline = Headline.of(analysis);
        return new Outline(
                analysis.manifest().experiment().question(),
                headline.status(),
                headline.sentence(),
                List.of(
                        new Section("", brief.answer()),
                        new Section("", FiguresTable.brief(analysis).withLegends()),
                        new Section("Why", brief.why()),
                        new Section("Which code costs", brief.code()),
                        new Section("", brief.notes())),
                "");
    }

    private List<Part> answer() {
        var parts = new ArrayList<Part>();
        if (!analysis.valid()) {
            parts.addAll(invalidity());
        }
        parts.add(new VerdictBars(analysis));
        parts.addAll(ClaimPart.of(analysis.claims()));
        return parts;
    }

    private List<Part> invalidity() {
        var parts = new ArrayList<Part>();
        var causes = analysis.causes(Severity.INVALID);
        for (var group : causes.stream().limit(MAX_INVALID).toList()) {
            parts.add(new Note(Severity.INVALID, "Invalid", sentences(group.cause())));
            ConsequenceText.sentence(analysis, group).map(Aside::new).ifPresent(parts::add);
        }
        if (causes.size() > MAX_INVALID) {
            parts.add(new Aside("%d more: --verbose".formatted(causes.size() - MAX_INVALID)));
        }
        for (var v : analysis.variants()) {
            if (v.counts().completed() == 0) {
                parts.add(new Item(name(v), "no trial was completed"));
            }
        }
        return parts;
    }

    private String sentences(ResultFinding finding) {
        var text = finding.text(analysis.manifest().experiment());
        return "%s. Remedy: %s.".formatted(text.message(), text.remedy());
    }

    private List<Part> why() {
        var measured =
                analysis.variants().stream().filter(v -> v.counts().completed() > 0).toList();
        if (measured.isEmpty()) {
            return List.of();
        }
        var parts = new ArrayList<Part>();
        measured.forEach(v -> parts.add(new Item(name(v), WhyText.brief(v))));
        NextStep.first(analysis).ifPresent(step -> parts.addAll(step.parts()));
        return parts;
    }

    private List<Part> code() {
        if (analysis.code().isEmpty()) {
            return List.of();
        }
        var parts = new ArrayList<Part>();
        CodeText.differences(analysis.code(), true)
                .forEach(sentence -> parts.add(new Item("", sentence + ".")));
        for (var profile : analysis.code().profiles()) {
            parts.add(new Item(profile.variant(), CodeText.brief(profile)));
        }
        parts.add(new Aside(CodeText.PROFILED));
        return parts;
    }

    private List<Part> notes() {
        var parts = new ArrayList<Part>();
        parts.add(new Aside("Holds for: " + ScopeText.brief(analysis) + "."));
        if (analysis.variants().size() > 1) {
            parts.add(new Aside("Trials: " + ModeText.brief(analysis.mode()) + "."));
        }
        analysis.windowLength()
                .filter(window -> window.worthIt() && !analysis.decided())
                .ifPresent(window -> parts.add(new Item("", ScopeText.windowLength(window) + ".")));
        var adjustments = analysis.manifest().adjustments();
        if (!adjustments.isEmpty()) {
            parts.add(new Aside("Adjusted: " + String.join("; ", adjustments) + "."));
        }
        var notes = causes(Severity.NOTE);
        var information = causes(Severity.INFORMATION);
        NotSteadyText.brief(
                        Stream.concat(notes.stream(), information.stream()).toList(),
                        analysis.findings(),
                        analysis.manifest().experiment().phases().warmUpMax())
                .ifPresent(text -> parts.add(new Item("", text)));
        information.stream()
                .flatMap(f -> f instanceof NotJudgedInSlices n ? Stream.of(n) : Stream.empty())
                .forEach(f -> parts.add(new Aside(notJudged(f))));
        notes.stream()
                .filter(BriefOutline::isLoss)
                .forEach(f -> parts.add(new Item("", sentences(f))));
        others(notes, information).map(Aside::new).ifPresent(parts::add);
        return parts;
    }

    /// The names of the findings that are not in words, which a next step explains; empty without
    /// any.
    private static Optional<String> others(
            List<ResultFinding> notes, List<ResultFinding> information) {
        var kinds =
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
        return kinds.isEmpty() ? Optional.empty() : Optional.of(kinds);
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

    private static String name(VariantSummary v) {
        return v.variant().name();
    }
}
