package dev.loombench.report.text;

import java.util.ArrayList;
import java.util.List;

/// Breaks a sentence into lines between words; colour codes have no width.
public final class LineWrapper {
    private LineWrapper() {}

    /// @param indent of the first line; the others have two columns more
    public static List<String> at(int width, String indent, String text) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder(indent);
        int used = indent.length();
        boolean empty = true;
        for (var word : text.split(" ", -1)) {
            int length = visible(word);
            if (!empty && used + 1 + length > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append("  ");
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
        }
        lines.add(line.toString());
        return lines;
    }

    private static int visible(String word) {
        return Table.width(word.replaceAll("\u001b\\[[0-9;]*m", ""));
    }
}
