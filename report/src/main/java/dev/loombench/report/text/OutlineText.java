package dev.loombench.report.text;

import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Claims;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Drawing;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Folded;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An outline for a terminal: title, headline, and the sections below one another.
public final class OutlineText {
    private static final String INDENT = "  ";
    private static final String DEEP = INDENT.repeat(3);

    /// Notes of a section in the brief text, beside those that make a result invalid.
    private static final int NOTES = 3;

    /// The longest name of a fact that leaves room for a value beside it.
    private static final int LONGEST_NAME = 16;

    private final AnsiStyle style;
    private final int width;
    private final boolean verbose;
    private final List<String> lines = new ArrayList<>();

    private OutlineText(AnsiStyle style, int width, boolean verbose) {
        this.style = style;
        this.width = width;
        this.verbose = verbose;
    }

    /// @param width of the terminal, columns
    /// @param verbose whether all sections, all notes and the scope are included
    public static List<String> of(Outline outline, AnsiStyle style, int width, boolean verbose) {
        var text = new OutlineText(style, width, verbose);
        text.lines.add("");
        text.wrapped("", outline.title());
        text.wrapped("", text.headline(outline));
        outline.sections().stream()
                .filter(section -> verbose || section.depth() == Depth.BRIEF)
                .forEach(text::section);
        if (!verbose) {
            outline.sections().stream()
                    .filter(section -> section.depth() != Depth.BRIEF)
                    .forEach(text::leftOut);
        }
        if (verbose && !outline.scope().isEmpty()) {
            text.lines.add("");
            text.wrapped("", style.faint(outline.scope()));
        }
        return text.lines;
    }

    /// All of it, without the empty line before the title.
    ///
    /// @param width of the terminal, columns
    public static List<String> compact(Outline outline, AnsiStyle style, int width) {
        var lines = of(outline, style, width, true);
        return lines.subList(1, lines.size());
    }

    /// Coloured as the answer of a page: what is decided and passed has none.
    private String headline(Outline outline) {
        var bold = style.bold(outline.headline());
        return switch (outline.status()) {
            case INVALID, FAILED -> style.bad(bold);
            case UNDECIDED -> style.warning(bold);
            case DECIDED, RUNNING -> bold;
        };
    }

    /// The number of the notes of a section that the brief text does not have.
    private void leftOut(Section section) {
        long notes = section.parts().stream().filter(Note.class::isInstance).count();
        if (notes > 0) {
            lines.add("");
            wrapped("", style.faint("%s: %d with --verbose".formatted(section.heading(), notes)));
        }
    }

    private void section(Section section) {
        var parts = section.parts().stream().filter(OutlineText::isShown).toList();
        if (parts.isEmpty()) {
            return;
        }
        lines.add("");
        if (!section.heading().isEmpty()) {
            wrapped("", style.bold(section.heading()));
        }
        int notes = 0;
        Optional<Part> before = Optional.empty();
        for (var part : parts) {
            if (isMinor(part) && ++notes > NOTES && !verbose) {
                continue;
            }
            if (before.filter(last -> isApart(last, part)).isPresent()) {
                lines.add("");
            }
            part(part);
            before = Optional.of(part);
        }
        if (notes > NOTES && !verbose) {
            lines.add(INDENT + "%d more with --verbose".formatted(notes - NOTES));
        }
    }

    private static boolean isShown(Part part) {
        return !(part instanceof Drawing) || part instanceof TerminalDrawing;
    }

    /// Whether an empty line is between them. An aside is of what it stands below.
    private static boolean isApart(Part before, Part part) {
        return isBlock(part) || (endsInBlock(before) && !(part instanceof Aside));
    }

    private static boolean isBlock(Part part) {
        return part instanceof Figures || part instanceof Facts || part instanceof TerminalDrawing;
    }

    private static boolean endsInBlock(Part part) {
        return isBlock(part) || part instanceof Folded;
    }

    private static boolean isMinor(Part part) {
        return part instanceof Note note && note.severity() != Severity.INVALID;
    }

    private void part(Part part) {
        switch (part) {
            case Note note -> {
                wrapped(INDENT, "%s: %s".formatted(label(note), note.text()));
                note.details().forEach(detail -> item(INDENT + INDENT, detail));
            }
            case Claims(var items) ->
                    items.forEach(claim -> lines.addAll(ClaimLines.of(claim, style, width)));
            case Item item -> item(INDENT, item);
            case Aside(var text) -> wrapped(INDENT, style.faint(text));
            case Facts(var items) -> facts(items);
            case Figures(var table) when table.words() ->
                    table.rows().forEach(row -> words(table, row));
            case Figures(var table) -> table(table);
            case Folded folded -> {
                item(INDENT, folded.heading());
                lines.add("");
                table(folded.table());
            }
            case Command(var line) -> lines.add(INDENT + INDENT + line);
            case TerminalDrawing drawing -> lines.addAll(drawing.lines(style, width));
            case Drawing _ -> {}
        }
    }

    private void item(String indent, Item item) {
        wrapped(
                indent,
                item.subject().isEmpty()
                        ? item.sentence()
                        : "%s: %s".formatted(style.bold(item.subject()), item.sentence()));
    }

    /// Below one another, the values in a column beside names that are short.
    private void facts(List<Item> items) {
        int names = items.stream().mapToInt(item -> Table.width(item.subject())).max().orElse(0);
        if (names > LONGEST_NAME) {
            items.forEach(item -> item(INDENT, item));
            return;
        }
        for (var item : items) {
            var gap = " ".repeat(names - Table.width(item.subject())) + INDENT;
            var before = INDENT + style.bold(item.subject()) + gap;
            int left = width - names - 2 * INDENT.length();
            for (var line : LineWrapper.at(left, "", item.sentence())) {
                lines.add(before + line);
                before = " ".repeat(names) + INDENT + INDENT;
            }
        }
    }

    private void table(PageTable table) {
        lines.addAll(
                Table.of(table).indented(style, width, row -> ScorecardMark.coloured(row, style)));
    }

    /// A row of names and sentences, which would be too wide below one another: the first cell with
    /// the outcome, and each other text on a line of its own, with the name of its column.
    private void words(PageTable table, List<Cell> row) {
        var outcome = row.stream().filter(cell -> !cell.kind().isEmpty()).findFirst();
        wrapped(
                INDENT,
                row.getFirst().text()
                        + outcome.map(cell -> ": " + ClaimLines.coloured(cell, style)).orElse(""));
        for (int i = 1; i < row.size(); i++) {
            var cell = row.get(i);
            if (!cell.text().isEmpty() && cell.kind().isEmpty()) {
                wrapped(DEEP, "%s: %s".formatted(table.columns().get(i), cell.text()));
            }
        }
    }

    private String label(Note note) {
        return switch (note.severity()) {
            case INVALID, CRITICAL -> style.bad(note.label());
            case WARNING, NOTE -> style.warning(note.label());
            case INFORMATION -> style.faint(note.label());
        };
    }

    private void wrapped(String indent, String text) {
        lines.addAll(LineWrapper.at(width, indent, text));
    }
}
