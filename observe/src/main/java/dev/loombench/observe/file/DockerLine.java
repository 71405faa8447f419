package dev.loombench.observe.file;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line of the file in which Docker keeps the output of a container (its driver `json-file`), as
/// in `{"log":"[1.234s][gc] Using G1\n","stream":"stdout","time":"..."}`. The greater-than sign has
/// an escape there too.
final class DockerLine {
    private static final String START = "{\"log\":\"";
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

    private DockerLine() {}

    /// The line that the container wrote; any other line as it is.
    static String text(String line) {
        return line.startsWith(START)
                ? ESCAPE.matcher(line.substring(START.length(), end(line)))
                        .replaceAll(escape -> Matcher.quoteReplacement(character(escape)))
                : line;
    }

    /// The place of the closing quote; the end of a line that was cut.
    private static int end(String line) {
        int at = START.length();
        while (at < line.length() && line.charAt(at) != '"') {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, line.length());
    }

    private static String character(MatchResult escape) {
        if (escape.group(1) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        }
        return switch (escape.group(2)) {
            case "n", "r" -> ""; // the end of the line
            case "t" -> "\t";
            default -> escape.group(2);
        };
    }
}
