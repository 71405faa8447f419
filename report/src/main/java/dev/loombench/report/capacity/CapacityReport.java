package dev.loombench.report.capacity;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Severity;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.ClaimLines;
import dev.loombench.report.text.LineWrapper;
import dev.loombench.report.text.Table;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.List;

/// The result of a search for the capacity on one screen.
public final class CapacityReport {
    private static final String INDENT = "  ";

    /// Notes of a brief report.
    private static final int NOTES = 3;

    private final CapacityResult result;
    private final AnsiStyle style;
    private final int width;
    private final boolean verbose;
    private final List<String> lines = new ArrayList<>();

    private CapacityReport(CapacityResult result, AnsiStyle style, int width, boolean verbose) {
        this.result = result;
        this.style = style;
        this.width = width;
        this.verbose = verbose;
    }

    /// @param width of the terminal, columns
    /// @param verbose whether all notes and all windows are included
    public static List<String> of(
            CapacityResult result, AnsiStyle style, int width, boolean verbose) {
        var report = new CapacityReport(result, style, width, verbose);
        report.answer();
        report.table();
        report.details();
        report.lines.addAll(ClaimLines.of(result.claims(), style, width));
        report.notes();
        if (verbose) {
            report.information();
            report.windows();
        }
        return report.lines;
    }

    private void answer() {
        lines.add("");
        CapacityText.interrupted(result).ifPresent(text -> lines.add(style.warning(text)));
        var invalid = findings(Severity.INVALID);
        invalid.forEach(f -> wrapped("", style.bad("Invalid result: ") + text(f)));
        if (invalid.isEmpty()) {
            wrapped("", style.bold(CapacityText.headline(result)));
        }
    }

    private void table() {
        lines.add("");
        lines.addAll(Table.of(CapacityTable.of(result)).indented(style, width));
    }

    private void details() {
        lines.add("");
        for (var v : result.variants()) {
            var parts = new ArrayList<String>();
            CapacityText.bound(v).ifPresent(parts::add);
            CapacityText.beyond(v, result).ifPresent(parts::add);
            CapacityText.held(v, result).ifPresent(parts::add);
            if (verbose) {
                CapacityText.reason(v).ifPresent(parts::add);
            }
            if (!parts.isEmpty()) {
                wrapped(INDENT, style.bold(plain(v.variant())) + ": " + String.join("; ", parts));
            }
        }
    }

    private void notes() {
        var notes = findings(Severity.NOTE);
        if (notes.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("Notes"));
        for (var note : notes.subList(0, verbose ? notes.size() : Math.min(NOTES, notes.size()))) {
            wrapped(INDENT, text(note));
        }
        if (!verbose && notes.size() > NOTES) {
            lines.add(INDENT + "%d more with --verbose".formatted(notes.size() - NOTES));
        }
    }

    private void information() {
        var findings = findings(Severity.INFORMATION);
        if (findings.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold("For information"));
        findings.forEach(f -> wrapped(INDENT, text(f)));
    }

    private void windows() {
        lines.add("");
        lines.add(style.bold("Windows"));
        for (var v : result.variants()) {
            v.probes().forEach(p -> lines.add(INDENT + line(p, result)));
        }
    }

    /// `tomcat virtual, process 2: 412/s met, p99 12.3 ms, 12 % of what is allowed`.
    public static String line(RateProbe probe, CapacityResult result) {
        return line(probe, result.objectives().percent());
    }

    /// @param percent of the figures' percentile
    public static String line(RateProbe probe, double percent) {
        var f = probe.figures();
        return "%s, process %d: %s %s, p%s %s, %s%s%s"
                .formatted(
                        plain(probe.variant()),
                        probe.block(),
                        CapacityText.rate(probe.rate()),
                        outcome(probe),
                        CapacityText.percent(percent),
                        Format.time((double) f.percentileNanos()),
                        Figures.counted(f.requests(), "request"),
                        f.errors() == 0 ? "" : ", " + Figures.counted(f.errors(), "error"),
                        probe.disturbance().map(d -> ", disturbed: " + d).orElse(""));
    }

    private static String outcome(RateProbe probe) {
        return switch (probe.outcome()) {
            case MET -> "met";
            case VIOLATED -> "violated";
            case OVER -> "over after %.1f s".formatted(probe.figures().seconds());
            case GENERATOR_LIMITED -> "not offered by the generator";
        };
    }

    private List<ResultFinding> findings(Severity severity) {
        return result.findings().stream().filter(f -> f.severity() == severity).toList();
    }

    private String text(ResultFinding finding) {
        return plain(finding.text(result.manifest().experiment()).sentences());
    }

    private void wrapped(String indent, String text) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }
}
