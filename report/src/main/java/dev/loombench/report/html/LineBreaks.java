package dev.loombench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Where a text of a page may continue on the next line: a long name of a class, a method or a file
/// after its dots, slashes and dollar signs, and not in the middle of a word; an option of a
/// command, and the number of a defect, not after their hyphens.
public final class LineBreaks {
    private static final Pattern AFTER_SEPARATOR =
            Pattern.compile("(?<=[\\p{Alpha}_][./$])(?=[\\p{Alpha}_<$])");

    /// As `-d 15s`, `--fail-if` and `-XX:ActiveProcessorCount=2`: with its value where that begins
    /// with a digit; or as `JDK-8364343`.
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?<![\\p{Alnum}_.-])--?\\p{Alpha}[^\\s,;)\"']*(?: \\d[\\p{Alnum}.%]*)?|\\bJDK-\\d+");

    /// Longer than a word of prose: a narrow page may not hold it on one line.
    private static final Pattern LONG_NAME = Pattern.compile("\\S{30,}");

    private LineBreaks() {}

    /// A part of a text.
    ///
    /// @param isOption whether it is an option of a command, or the number of a defect, which stays
    ///   on one line if it fits
    public record Words(String text, boolean isOption) {}

    /// The options in a text, and what is between them; together they are the text.
    public static List<Words> words(String text) {
        var words = new ArrayList<Words>();
        var options = OPTION.matcher(text);
        int end = 0;
        while (options.find()) {
            if (options.start() > end) {
                words.add(new Words(text.substring(end, options.start()), false));
            }
            words.add(new Words(options.group(), true));
            end = options.end();
        }
        if (end < text.length()) {
            words.add(new Words(text.substring(end), false));
        }
        return List.copyOf(words);
    }

    /// The parts of a name, at least one; together they are the name.
    public static List<String> parts(String text) {
        return List.of(AFTER_SEPARATOR.split(text, -1));
    }

    /// The parts of prose, at least one, in which only long names may break; together they are the
    /// text.
    public static List<String> partsOfProse(String text) {
        var parts = new ArrayList<String>();
        var names = LONG_NAME.matcher(text);
        var part = new StringBuilder();
        int end = 0;
        while (names.find()) {
            var name = parts(names.group());
            part.append(text, end, names.start()).append(name.getFirst());
            for (var next : name.subList(1, name.size())) {
                parts.add(part.toString());
                part = new StringBuilder(next);
            }
            end = names.end();
        }
        parts.add(part.append(text, end, text.length()).toString());
        return List.copyOf(parts);
    }
}
