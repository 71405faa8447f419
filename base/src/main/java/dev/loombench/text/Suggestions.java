package dev.loombench.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Known words, and suggestions of one for a word that is misspelt.
public final class Suggestions {
    /// Longer than every known word; longer text gets no suggestion, which bounds the time.
    private static final int MAX_LENGTH = 40;

    /// Nearest words that are printed where none is similar.
    private static final int SHOWN = 3;

    private Suggestions() {}

    /// The nearest known word, if its edit distance is at most a third of its length.
    public static Optional<String> nearest(String word, Collection<String> known) {
        if (word.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return known.stream()
                .filter(k -> distance(word, k) <= Math.max(1, k.length() / 3))
                .min(Comparator.comparingInt(k -> distance(word, k)));
    }

    /// The known words by their edit distance, nearest first; empty for a word that is too long.
    public static List<String> nearest(String word, Collection<String> known, int count) {
        if (word.length() > MAX_LENGTH) {
            return List.of();
        }
        return known.stream()
                .sorted(Comparator.comparingInt(k -> distance(word, k)))
                .limit(count)
                .toList();
    }

    /// `; did you mean "x"?`, or else the list of known words.
    public static String hint(String word, Collection<String> known) {
        return nearest(word, known)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElseGet(() -> known.isEmpty() ? "" : "; known: " + String.join(", ", known));
    }

    /// `; did you mean "x"?`, or else the nearest of many words with what lists all: `; nearest: a,
    /// b, c; all: loombench list`.
    ///
    /// @param list the command that lists the known words
    public static String hint(String word, Collection<String> known, String list) {
        return nearest(word, known)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElseGet(() -> {
                    var near = nearest(word, known, SHOWN);
                    return near.isEmpty()
                            ? "; see " + list
                            : "; nearest: %s; all: %s".formatted(String.join(", ", near), list);
                });
    }

    /// The value of a name.
    ///
    /// @param noun what the name is of, in the message
    /// @param values name -> value, in the order in which the message lists them
    /// @throws WrongInput when none has the name
    public static <T> T known(String name, String noun, Map<String, T> values) {
        var value = values.get(name);
        if (value == null) {
            throw unknown(name, noun, List.copyOf(values.keySet()));
        }
        return value;
    }

    /// The error of a name that is not known, as in `"p98" is not a metric; did you mean "p99"?`.
    public static WrongInput unknown(String name, String noun, Collection<String> known) {
        return new WrongInput(
                "%s is not %s %s%s"
                        .formatted(
                                TextSanitizer.quoted(name),
                                "aeiou".indexOf(noun.charAt(0)) < 0 ? "a" : "an",
                                noun,
                                hint(name, known)));
    }

    /// The optimal string alignment distance: the number of letters to insert, delete, replace or
    /// swap with their neighbour. Ignores case.
    static int distance(String a, String b) {
        var d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, String a, String b, int i, int j) {
        var replaced = d[i - 1][j - 1] + (same(a, i - 1, b, j - 1) ? 0 : 1);
        var least = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        var swapped = i > 1 && j > 1 && same(a, i - 1, b, j - 2) && same(a, i - 2, b, j - 1);
        return swapped ? Math.min(least, 1 + d[i - 2][j - 2]) : least;
    }

    private static boolean same(String a, int i, String b, int j) {
        return Character.toLowerCase(a.charAt(i)) == Character.toLowerCase(b.charAt(j));
    }
}
