package dev.loombench.export;

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
import dev.loombench.export.PageTable.Cell;
import dev.loombench.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An outline as Markdown for a pull request. Text from servers and files is escaped.
public final class Markdown {
    private Markdown() {}

    /// The whole text.
    public static String text(Outline outline) {
        return Lines.text(lines(outline));
    }

    /// The same in lines.
    public static List<String> lines(Outline outline) {
        var lines = new ArrayList<String>();
        lines.add("### " + escaped(outline.title()));
        lines.add("");
        lines.add("**" + escaped(outline.headline()) + "**");
        outline.sections().stream()
                .filter(section -> section.depth() != Depth.FULL)
                .forEach(section -> section(section, lines));
        var below =
                Stream.concat(
                                outline.origin().map(Outline.Origin::started).stream(),
                                Stream.of(outline.scope()))
                        .filter(text -> !text.isEmpty())
                        .map(Markdown::escaped)
                        .collect(Collectors.joining(". "));
        if (!below.isEmpty()) {
            lines.add("");
            lines.add("<sub>" + below + "</sub>");
        }
        return lines;
    }

    private static void section(Section section, List<String> lines) {
        var parts = section.parts().stream().filter(part -> !(part instanceof Drawing)).toList();
        if (parts.isEmpty()) {
            return;
        }
        if (!section.heading().isEmpty()) {
            lines.add("");
            lines.add("#### " + escaped(section.heading()));
        }
        boolean inList = false;
        for (var part : parts) {
            if (!(inList && (isList(part) || part instanceof Folded))) {
                lines.add("");
            }
            inList = isList(part) || (part instanceof Note note && !note.details().isEmpty());
            lines.addAll(lines(part));
        }
    }

    private static boolean isList(Part part) {
        return part instanceof Item
                || part instanceof Aside
                || part instanceof Claims
                || part instanceof Facts;
    }

    private static List<String> lines(Part part) {
        return switch (part) {
            case Note note -> note(note);
            case Claims(var items) ->
                    items.stream().map(claim -> item(claim.claim(), claim.sentence())).toList();
            case Item item -> List.of(item(item));
            case Aside(var text) -> List.of("- " + escaped(text));
            case Facts(var items) -> items.stream().map(Markdown::item).toList();
            case Figures(var table) -> table(table);
            case Folded folded -> {
                var lines = new ArrayList<>(List.of(item(folded.heading()), ""));
                lines.addAll(table(folded.table()));
                yield lines;
            }
            case Command(var line) -> List.of("      " + line);
            case Drawing _ -> List.of();
        };
    }

    private static List<String> note(Note note) {
        var lines = new ArrayList<String>();
        lines.add("> **%s:** %s".formatted(escaped(note.label()), escaped(note.text())));
        if (!note.details().isEmpty()) {
            lines.add("");
            note.details().forEach(detail -> lines.add(item(detail)));
        }
        return lines;
    }

    private static String item(Item item) {
        return item.subject().isEmpty()
                ? "- " + escaped(item.sentence())
                : item(item.subject(), item.sentence());
    }

    private static String item(String subject, String text) {
        return "- **%s**: %s".formatted(escaped(subject), escaped(text));
    }

    private static List<String> table(PageTable table) {
        var lines = new ArrayList<String>();
        lines.add(row(table.columns().stream().map(Markdown::escaped).toList()));
        var marks = Collections.nCopies(table.columns().size(), table.words() ? "---" : "---:");
        lines.add(row(marks).replaceFirst("---:", "---"));
        for (var row : table.rows()) {
            lines.add(row(row.stream().map(Markdown::cell).toList()));
        }
        return lines;
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Cell cell) {
        return escaped(cell.text())
                + (cell.brackets().isEmpty() ? "" : " \\[" + escaped(cell.brackets()) + "\\]");
    }

    /// Text without control characters, escaped for Markdown, HTML and the formulas of GitHub, as
    /// `$` begins one. An `@` becomes no mention, and the number of a thread, as in `#33416`, no
    /// link to an issue, which would be told of it.
    public static String escaped(String text) {
        return PlainText.of(text)
                .replaceAll("([\\\\`*_{}\\[\\]<>|~#$])", "\\\\$1")
                .replace("&", "&amp;")
                .replaceAll("@|(?i:#|\\bgh-)(?=[0-9])", "$0\u200b");
    }
}
