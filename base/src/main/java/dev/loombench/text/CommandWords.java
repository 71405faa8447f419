package dev.loombench.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// The words of a command that runs without a shell, and a command on one line.
public final class CommandWords {
    /// Words in which no shell interprets anything; `{a,b}` is several words to some.
    private static final String PLAIN =
            "(?:[\\p{Alnum}@%_+=:,./-]|\\{(?:[\\p{Alnum}_-]+\\.)?port})+";

    /// In place of bytes that cannot be decoded.
    private static final String UNDECODED = "\uFFFD";

    private CommandWords() {}

    /// Checks that the words of this program's command line are those that the user typed: the JVM
    /// decodes them by the locale, and replaces what that lacks by U+FFFD. A U+FFFD that was typed
    /// cannot be told from one of these.
    ///
    /// @throws WrongInput when a word has one; the message does not show the word
    public static void requireDecoded(String... words) {
        for (var word : words) {
            if (word.contains(UNDECODED)) {
                throw new WrongInput(
                        "an argument has the character U+FFFD, which takes the place of what the encoding of this locale, %s, lacks; use a locale and arguments of UTF-8, as by LC_ALL=C.UTF-8"
                                .formatted(System.getProperty("sun.jnu.encoding", "unknown")));
            }
        }
    }

    /// Checks that another program gets these words as they are: the JVM encodes them by the
    /// locale, and replaces what that lacks by a question mark.
    ///
    /// @throws WrongInput when a word has such a character; the message does not show the word
    public static void requireEncodable(List<String> words) {
        requireEncodable(
                words,
                Charset.forName(
                        System.getProperty("sun.jnu.encoding", ""), StandardCharsets.UTF_8));
    }

    static void requireEncodable(List<String> words, Charset encoding) {
        var encoder = encoding.newEncoder();
        for (var word : words) {
            if (!encoder.canEncode(word)) {
                throw new WrongInput(
                        "an argument has characters that the encoding of this locale, %s, lacks; start loombench in a locale of UTF-8, as by LC_ALL=C.UTF-8"
                                .formatted(encoding));
            }
        }
    }

    /// @throws WrongInput when there is no program, a quote is open, or the text needs a shell
    public static List<String> split(String text) {
        var words = ShellWords.ofCommand(text);
        if (words.isEmpty()) {
            throw new WrongInput("a command needs a program, was empty");
        }
        if (words.getFirst().matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*")) {
            throw new WrongInput(
                    "a command begins with its program, was %s; set variables under environment"
                            .formatted(TextSanitizer.quoted(words.getFirst())));
        }
        return words;
    }

    /// The words of a command, unchanged.
    ///
    /// @throws WrongInput when there is no program
    public static List<String> checked(List<String> words) {
        if (words.isEmpty() || words.getFirst().isBlank()) {
            throw new WrongInput("a command needs a program");
        }
        return List.copyOf(words);
    }

    /// The words on one line for a shell, which [#split] splits into the same words.
    public static String join(List<String> words) {
        return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
