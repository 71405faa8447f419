package dev.loombench.result.foreign;

import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The lines that a tool printed at the end of one run.
///
/// @param name of the result, for messages
record ToolLines(String name, List<String> lines) {
    /// Of a `long`.
    private static final int MAX_DIGITS = 18;

    ToolLines {
        lines = List.copyOf(lines);
    }

    /// Whether a line matches.
    static boolean contains(List<String> lines, Pattern pattern) {
        return lines.stream().anyMatch(line -> pattern.matcher(line).find());
    }

    /// The results in an output that may hold several, one after another.
    ///
    /// @param start the first line of a result
    static List<ToolLines> split(String name, List<String> lines, Pattern start) {
        var starts =
                IntStream.range(0, lines.size())
                        .filter(i -> start.matcher(lines.get(i)).find())
                        .boxed()
                        .toList();
        return IntStream.range(0, starts.size())
                .mapToObj(i ->
                        new ToolLines(
                                numbered(name, i, starts.size()),
                                lines.subList(
                                        starts.get(i),
                                        i + 1 < starts.size() ? starts.get(i + 1) : lines.size())))
                .toList();
    }

    /// The name of one of several results in a file: `a.txt #2`.
    static String numbered(String name, int index, int results) {
        return results == 1 ? name : "%s #%d".formatted(name, index + 1);
    }

    /// The first match of a pattern with any part of a line.
    Optional<MatchResult> find(Pattern pattern) {
        return lines.stream().flatMap(line -> pattern.matcher(line).results()).findFirst();
    }

    /// @param expected what is missing, in the tool's words
    /// @throws WrongInput when no line matches
    MatchResult require(Pattern pattern, String expected) {
        return find(pattern)
                .orElseThrow(() ->
                        new WrongInput(
                                "%s: has no line \"%s\": the tool was stopped, or the output is cut"
                                        .formatted(name, expected)));
    }

    /// A whole number of a match; 0 without a match.
    ///
    /// @throws WrongInput when no tool counts so far
    static long count(Optional<MatchResult> match, int group) {
        return match.isEmpty() ? 0 : count(match.get(), group);
    }

    /// A whole number of a match.
    ///
    /// @throws WrongInput when no tool counts so far
    static long count(MatchResult match, int group) {
        var digits = match.group(group);
        if (digits.length() > MAX_DIGITS) {
            throw new WrongInput("a number of requests has %,d digits".formatted(digits.length()));
        }
        return Long.parseLong(digits);
    }
}
