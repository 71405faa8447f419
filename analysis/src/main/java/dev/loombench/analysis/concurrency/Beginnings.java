package dev.loombench.analysis.concurrency;

import dev.loombench.text.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;

/// Beginnings of names, of which hundreds are compared as fast as a few one by one: rules ask this
/// again and again of each frame of each thread.
final class Beginnings {
    /// In their order, none of which begins with another one: all names between one of them and a
    /// name that begins with it begin with it, too.
    private final String[] sorted;

    private Beginnings(String[] sorted) {
        this.sorted = sorted;
    }

    static Beginnings of(Collection<String> texts) {
        var all = new ArrayList<String>();
        for (var text : new TreeSet<>(texts)) {
            if (all.isEmpty() || !text.startsWith(all.getLast())) {
                all.add(text);
            }
        }
        return new Beginnings(all.toArray(String[]::new));
    }

    /// @param block words that are separated by white space
    static Beginnings ofWords(String block) {
        return of(TextTable.words(block));
    }

    /// Whether a name begins with one of them.
    boolean begin(String name) {
        int at = Arrays.binarySearch(sorted, name);
        int last = at < 0 ? -at - 2 : at;
        return last >= 0 && name.startsWith(sorted[last]);
    }
}
