package dev.loombench.spec.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The words of a command line, split without a shell.
///
/// White space separates words. Single quotes keep everything, double quotes everything but `\"`
/// and `\\`, and a backslash outside quotes keeps the next character. Nothing is expanded.
public final class CommandWords {
    /// Words that only a shell interprets.
    private static final Set<String> OPERATORS =
            Set.of("|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "&>");

    private final String text;
    private final List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private boolean quoted;
    private int at;

    private CommandWords(String text) {
        this.text = text;
    }

    /// @throws SpecError when a quote is open, or the text needs a shell
    public static List<String> split(String text) {
        return new CommandWords(text).split();
    }

    /// The words on one line, which [#split] splits into the same words.
    public static String join(List<String> words) {
        return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\p{Alnum}@%_+=:,./{}-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }

    private List<String> split() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (Character.isWhitespace(c)) {
                endWord();
            } else if (c == '\'' || c == '"') {
                quote(c);
            } else {
                append(c == '\\' && at < text.length() ? escaped() : c);
            }
        }
        endWord();
        if (words.isEmpty()) {
            throw new SpecError("a command needs a program, was empty");
        }
        if (words.getFirst().matches("[A-Za-z_][A-Za-z0-9_]*=.*")) {
            throw new SpecError(
                    "a command begins with its program, was %s; set variables under environment"
                            .formatted(TextSanitizer.quoted(words.getFirst())));
        }
        return List.copyOf(words);
    }

    private char escaped() {
        quoted = true;
        return text.charAt(at++);
    }

    private void quote(char end) {
        int start = at - 1;
        quoted = true;
        word = word == null ? new StringBuilder() : word;
        while (at < text.length() && text.charAt(at) != end) {
            char c = text.charAt(at++);
            boolean escape =
                    end == '"'
                            && c == '\\'
                            && at < text.length()
                            && (text.charAt(at) == '"' || text.charAt(at) == '\\');
            append(escape ? text.charAt(at++) : c);
        }
        if (at == text.length()) {
            throw new SpecError(
                    "the quote at %s is not closed"
                            .formatted(TextSanitizer.quoted(text.substring(start))));
        }
        at++;
    }

    private void append(char c) {
        word = word == null ? new StringBuilder() : word;
        word.append(c);
    }

    private void endWord() {
        if (word == null) {
            return;
        }
        var ended = word.toString();
        if (!quoted && OPERATORS.contains(ended)) {
            throw new SpecError(
                    "%s needs a shell, and a command runs without one; name it, as in sh -c '…'"
                            .formatted(TextSanitizer.quoted(ended)));
        }
        words.add(ended);
        word = null;
        quoted = false;
    }
}
