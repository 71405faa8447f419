package dev.loombench.analysis.defect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A version of a JDK or library, compared part by part.
///
/// Numbers compare as numbers, and a missing one is 0. A word such as `rc`, `beta` or `SNAPSHOT`
/// comes before its release, so `9.0-rc1` is before `9.0`; other words, as in `42.7.8.jre8`,
/// `4.1.100.Final` or `1.63.0~ab12`, and what follows them, do not count.
public record Version(String text) implements Comparable<Version> {
    private static final Set<String> BEFORE_RELEASE =
            Set.of("alpha", "beta", "m", "cr", "rc", "snapshot", "ea", "preview");

    @Override
    public int compareTo(Version other) {
        var a = numbers();
        var b = other.numbers();
        for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
            int order = Long.compare(number(a, i), number(b, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static long number(List<Long> numbers, int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }

    /// `9.0-rc1` is 9, 0, -1, 1. A word that is not of a version before the release ends them.
    private List<Long> numbers() {
        var numbers = new ArrayList<Long>();
        for (var part : text.split("[.+_~-]|(?<=\\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\\d)", -1)) {
            if (part.matches("\\d{1,18}")) {
                numbers.add(Long.parseLong(part));
            } else if (BEFORE_RELEASE.contains(part.toLowerCase(Locale.ROOT))) {
                numbers.add(-1L);
            } else {
                return numbers;
            }
        }
        return numbers;
    }

    @Override
    public String toString() {
        return text;
    }
}
