package dev.loombench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Breaks a sentence into lines between words; colour codes have no width.
///
/// The styles that are on at the end of a line are switched off there and on again after the next
/// line's indent, because pagers reset styles at line ends.
public final class LineWrapper {
    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final String OFF = "\u001b[0m";

    private LineWrapper() {}

    /// @param indent of the first line; the others have two columns more
    public static List<String> at(int width, String indent, String text) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(indent);
        int used = indent.length();
        boolean empty = true;
        var style = "";
        for (var word : text.split(" ", -1)) {
            int length = visible(word);
            if (!empty && used + 1 + length > width) {
                lines.add(line.append(style.isEmpty() ? "" : OFF).toString());
                line = new StringBuilder(indent).append("  ").append(style);
                used = indent.length() + 2;
                empty = true;
            }
            if (!empty) {
                line.append(' ');
                used++;
            }
            line.append(word);
            used += length;
            empty = false;
            style = styleAfter(word, style);
        }
        lines.add(line.toString());
        return lines;
    }

    /// The style codes in force after a word; empty without a style.
    private static String styleAfter(String word, String before) {
        var style = before;
        var codes = STYLE.matcher(word);
        while (codes.find()) {
            style = codes.group().equals(OFF) ? "" : style + codes.group();
        }
        return style;
    }

    private static int visible(String word) {
        return Table.width(STYLE.matcher(word).replaceAll(""));
    }
}
