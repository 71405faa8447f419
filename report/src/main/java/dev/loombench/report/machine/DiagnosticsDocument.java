package dev.loombench.report.machine;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.machine.MachineDiagnostics;
import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.LineWrapper;
import java.util.ArrayList;
import java.util.List;

/// What is reported of the limits of this machine.
public record DiagnosticsDocument(MachineDiagnostics diagnostics) implements Document {
    private static final List<String> COLUMNS =
            List.of("check", "state", "now", "allows", "remedy");

    @Override
    public Outline outline() {
        long failed = count(State.FAIL);
        return new Outline(
                "Limits of this machine",
                failed > 0 ? AnswerStatus.INVALID : AnswerStatus.DECIDED,
                failed > 0
                        ? "%s below what the experiment needs.".formatted(counted(failed, "limit"))
                        : "No limit is too low; %s.".formatted(counted(count(State.WARN), "note")),
                List.of(new Section("", List.of(new Figures(table())))),
                "");
    }

    private long count(State state) {
        return diagnostics.checks().stream().filter(check -> check.state() == state).count();
    }

    private PageTable table() {
        return new PageTable(
                COLUMNS,
                diagnostics.checks().stream().map(DiagnosticsDocument::row).toList(),
                true);
    }

    private static List<Cell> row(Check check) {
        return List.of(
                Cell.of(check.name()),
                Cell.ofOutcome(word(check.state()), kind(check.state())),
                Cell.of(check.current()),
                Cell.of(allows(check)),
                Cell.of(check.remedy().orElse("")));
    }

    private static String allows(Check check) {
        return check.allows() + check.needs().map(n -> "; the experiment needs " + n).orElse("");
    }

    @Override
    public MachineDiagnostics data() {
        return diagnostics;
    }

    @Override
    public CsvRows rows() {
        return CsvRows.of(Check.class, diagnostics.checks());
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        var lines = new ArrayList<String>();
        diagnostics.checks().forEach(check -> lines.addAll(lines(check, style, width)));
        return lines;
    }

    private static List<String> lines(Check check, AnsiStyle style, int width) {
        var lines =
                new ArrayList<>(
                        wrapped(
                                "%s: %s"
                                        .formatted(
                                                style.bold(Format.plain(check.name())),
                                                Format.plain(check.current())),
                                width));
        lines.set(0, "%s  %s".formatted(state(check, style), lines.getFirst().stripLeading()));
        lines.addAll(wrapped("allows " + Format.plain(allows(check)), width));
        check.remedy().ifPresent(help -> lines.addAll(wrapped(Format.plain(help), width)));
        return lines;
    }

    private static List<String> wrapped(String text, int width) {
        return LineWrapper.at(width, " ".repeat(7), text);
    }

    private static String state(Check check, AnsiStyle style) {
        var word = "%-5s".formatted(word(check.state()));
        return switch (check.state()) {
            case OK -> style.good(word);
            case WARN -> style.warning(word);
            case FAIL -> style.bad(word);
        };
    }

    private static String word(State state) {
        return switch (state) {
            case OK -> "ok";
            case WARN -> "note";
            case FAIL -> "fail";
        };
    }

    /// As its colour is that of an outcome.
    private static String kind(State state) {
        return switch (state) {
            case OK -> "supported";
            case WARN -> "undecided";
            case FAIL -> "invalid";
        };
    }
}
