package dev.loombench.spec.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Which known word a misspelt one was meant to be.
public final class Suggestions {
    /// No word of ours is longer; text that is gets no suggestion, and costs no time.
    private static final int MAX_LENGTH = 40;

    private Suggestions() {}

    /// The nearest known word, if a third of its letters or fewer would have to change.
    public static Optional<String> nearest(String met, Collection<String> known) {
        if (met.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return known.stream()
                .filter(word -> distance(met, word) <= Math.max(1, word.length() / 3))
                .min(Comparator.comparingInt(word -> distance(met, word)));
    }

    /// `; did you mean "x"?`, or else what is known.
    public static String hint(String met, Collection<String> known) {
        return nearest(met, known)
                .map(word -> "; did you mean \"" + word + "\"?")
                .orElseGet(() -> known.isEmpty() ? "" : "; known: " + String.join(", ", known));
    }

    /// Letters to insert, delete, replace, or swap with their neighbour (optimal string alignment);
    /// upper and lower case are alike.
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
