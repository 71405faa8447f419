package dev.loombench.load.option;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Values of options; a mistake names the option.
public final class OptionValues {
    private static final int MAX_LEVELS = 10;

    /// What may be meant as a time, right or wrong.
    private static final Pattern TIME = Pattern.compile("[\\d.][\\w. ]{0,20}");

    private OptionValues() {}

    /// A value of an option.
    ///
    /// @param value throws a [WrongInput] where it is wrong
    public static <T> T of(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (WrongInput e) {
            throw new WrongInput(option + ": " + e.getMessage());
        }
    }

    /// A text like `NAME=VALUE` in quotes, for a message: without its value, which may be a secret.
    public static String withoutValue(String text) {
        int equals = text.indexOf('=');
        return TextSanitizer.quoted(equals < 0 ? text : text.substring(0, equals + 1) + "…");
    }

    public static int count(String option, String text) {
        if (text.contains(",") || text.contains("..") || text.contains("/")) {
            throw new WrongInput(
                    "%s must be one number, was %s; an experiment may have a load profile"
                            .formatted(option, TextSanitizer.quoted(text)));
        }
        return of(option, () -> Units.count(text));
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
            throw new WrongInput(
                    "%s: at most %d numbers, was %d".formatted(option, MAX_LEVELS, levels.size()));
        }
        return levels;
    }

    /// A time, in which a bare whole number is seconds.
    public static Duration seconds(String option, String text) {
        return of(option, () -> Units.duration(withUnit(text)));
    }

    /// The measured time of a command that has `--body`. In curl `-d` is the body, which may have
    /// secrets: the message shows `***` in their place.
    ///
    /// @throws WrongInput when it is none
    public static Duration measuredTime(String text) {
        if (!TIME.matcher(text).matches()) {
            throw new WrongInput(
                    "-d is the measured time, as in -d 10s, and --body the body; was -d "
                            + TextSanitizer.quoted(RequestSecrets.maskedBody(text)));
        }
        return seconds("--duration", text);
    }

    /// The same for a time that must not be 0.
    public static Duration measuredTimeAboveZero(String text) {
        return aboveZero("--duration", measuredTime(text));
    }

    /// The text of a time with its unit: `10s` of `10`.
    public static String withUnit(String text) {
        return text.matches("\\d+") ? text + "s" : text;
    }

    /// The same for a time that must not be 0.
    public static Duration secondsAboveZero(String option, String text) {
        return aboveZero(option, seconds(option, text));
    }

    private static Duration aboveZero(String option, Duration time) {
        if (time.isZero()) {
            throw new WrongInput("%s must be above 0, was %s".formatted(option, Units.text(time)));
        }
        return time;
    }
}
