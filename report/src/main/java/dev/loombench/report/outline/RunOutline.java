package dev.loombench.report.outline;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.finding.Severity;
import dev.loombench.report.AgentRows;
import dev.loombench.report.CodeText;
import dev.loombench.report.ComparisonText;
import dev.loombench.report.DiagnosticsText;
import dev.loombench.report.Headline;
import dev.loombench.report.MetricText;
import dev.loombench.report.ReportText;
import dev.loombench.report.RunTable;
import dev.loombench.report.finding.ClaimPart;
import dev.loombench.report.finding.ConsequenceText;
import dev.loombench.report.finding.FindingNote;
import dev.loombench.report.reason.NextStep;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.report.text.FiguresTable;
import dev.loombench.report.text.VerdictBars;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A run: findings that make it invalid, verdicts, claims, figures, the scorecard, agents, bounds,
/// reasons, other findings.
public final class RunOutline {
    private final Analysis analysis;
    private final boolean terminal;

    private RunOutline(Analysis analysis, boolean terminal) {
        this.analysis = analysis;
        this.terminal = terminal;
    }

    /// For a pull request: findings are followed by the names of those that they explain.
    public static Outline of(Analysis analysis) {
        return new RunOutline(analysis, false).outline();
    }

    /// The whole text for a terminal: bars, the comparisons below the figures in place of a
    /// scorecard, and every finding.
    public static Outline onTerminal(Analysis analysis) {
        return new RunOutline(analysis, true).outline();
    }

    private Outline outline() {
        var headline = Headline.of(analysis);
        return new Outline(
                analysis.manifest().experiment().question(),
                headline.status(),
                headline.sentence(),
                List.of(
                        new Section("", answer()),
                        new Section("Scorecard", terminal ? List.of() : scorecard()),
                        AgentRows.section(analysis.agents()),
                        new Section("Why", why()),
                        new Section("Which code costs", code()),
                        new Section("Findings", findings())),
                "Holds for: %s. %s."
                        .formatted(ScopeText.scope(analysis), ReportText.basis(analysis)));
    }

    private List<Part> answer() {
        var experiment = analysis.manifest().experiment();
        var parts = new ArrayList<Part>(findings(Severity.INVALID, "Invalid"));
        if (terminal) {
            parts.add(new VerdictBars(analysis));
            parts.add(
                    new Aside(
                            "%s, by %s."
                                    .formatted(experiment.name(), MetricText.label(experiment))));
        }
        for (var v : analysis.variants()) {
            if (!(v.verdict() instanceof Verdict.Baseline)) {
                parts.add(new Item(name(v), ReportText.verdict(v.verdict(), experiment)));
            }
        }
        parts.addAll(ClaimPart.of(analysis.claims()));
        parts.addAll(
                terminal
                        ? FiguresTable.full(analysis).withLegends()
                        : List.of(new Figures(RunTable.of(analysis))));
        return parts;
    }

    /// How each variant compares with the first one by every metric, in words; empty for one alone.
    private List<Part> scorecard() {
        var variants = analysis.variants();
        if (variants.size() == 1) {
            return List.of();
        }
        var scorecard = analysis.scorecard();
        var load = analysis.manifest().experiment().load();
        var columns = new ArrayList<>(List.of("compared with " + name(variants.getFirst())));
        scorecard.metrics().forEach(metric -> columns.add(MetricText.label(metric, load)));
        var rows = new ArrayList<List<String>>();
        for (var v : variants.subList(1, variants.size())) {
            var row = new ArrayList<>(List.of(name(v)));
            for (var metric : scorecard.metrics()) {
                row.add(ComparisonText.of(scorecard.of(v.variant().name(), metric)));
            }
            rows.add(row);
        }
        return List.of(new Figures(PageTable.ofTexts(columns, rows)));
    }

    private List<Part> why() {
        var parts = new ArrayList<Part>();
        for (var v : analysis.variants()) {
            if (v.counts().completed() > 0) {
                parts.add(new Item(name(v), WhyText.of(v)));
            }
            for (var sentence : DiagnosticsText.of(v.diagnostics())) {
                parts.add(new Item(name(v), sentence));
            }
        }
        NextStep.of(analysis).forEach(step -> parts.addAll(step.parts()));
        return parts;
    }

    private List<Part> code() {
        var parts = new ArrayList<Part>();
        CodeText.differences(analysis.code(), terminal)
                .forEach(sentence -> parts.add(new Item("", sentence + ".")));
        parts.addAll(CodeText.tables(analysis.code(), terminal));
        if (!parts.isEmpty()) {
            parts.add(new Aside(terminal ? CodeText.LEGEND : CodeText.PROFILED));
        }
        return parts;
    }

    private List<Part> findings() {
        var parts = new ArrayList<Part>();
        parts.addAll(findings(Severity.NOTE, "To correct"));
        parts.addAll(findings(Severity.INFORMATION, "For information"));
        analysis.windowLength()
                .ifPresent(window ->
                        parts.add(new Item("Window length", ScopeText.windowLength(window))));
        var adjustments = analysis.manifest().adjustments();
        if (!adjustments.isEmpty()) {
            parts.add(new Item("Adjusted", String.join("; ", adjustments)));
        }
        return parts;
    }

    /// Without those of the machine itself, which `loombench doctor` has; all for a terminal.
    private List<Note> findings(Severity severity, String label) {
        var experiment = analysis.manifest().experiment();
        if (terminal) {
            return analysis.findings(severity).stream()
                    .map(f -> FindingNote.of(severity, label, f.text(experiment), Optional.empty()))
                    .toList();
        }
        return analysis.causes(severity).stream()
                .filter(group -> !group.cause().ofMachine())
                .map(group ->
                        FindingNote.of(
                                severity,
                                label,
                                group.cause().text(experiment),
                                ConsequenceText.sentence(analysis, group)))
                .toList();
    }

    private static String name(VariantSummary v) {
        return v.variant().name();
    }
}
