package dev.loombench.cli.compare;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.text.Units;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Values of options; a mistake names the option.
public final class OptionValues {
    private static final int MAX_LEVELS = 10;

    private OptionValues() {}

    public static int count(String option, String text) {
        if (text.contains(",") || text.contains("..") || text.contains("/")) {
            throw new SpecError(
                    "%s must be one number, was %s; an experiment may have a load profile"
                            .formatted(option, TextSanitizer.quoted(text)));
        }
        try {
            return Units.count(text);
        } catch (SpecError e) {
            throw new SpecError(option + ": " + e.getMessage());
        }
    }

    /// One number, or several in ascending order, as in `50,200,800`.
    public static List<Integer> levels(String option, String text) {
        var levels =
                Arrays.stream(text.split(",", -1))
                        .map(part -> count(option, part.strip()))
                        .sorted()
                        .distinct()
                        .toList();
        if (levels.size() > MAX_LEVELS) {
            throw new SpecError(
                    "%s: at most %d numbers, was %d".formatted(option, MAX_LEVELS, levels.size()));
        }
        return levels;
    }

    /// A bare whole number is seconds, as in `loombench load`.
    public static Duration seconds(String option, String text) {
        try {
            return Units.duration(text.matches("\\d+") ? text + "s" : text);
        } catch (SpecError e) {
            throw new SpecError(option + ": " + e.getMessage());
        }
    }
}
