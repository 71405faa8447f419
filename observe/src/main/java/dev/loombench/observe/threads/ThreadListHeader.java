package dev.loombench.observe.threads;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;

/// What stands before the threads in a list of all threads.
///
/// @param pid of the process, as it sees itself: often 1 in a container
/// @param time when the list began
/// @param version of the JDK, as in `25.0.3+9-LTS`
public record ThreadListHeader(OptionalLong pid, Optional<Instant> time, Optional<String> version) {
    public static final ThreadListHeader NONE =
            new ThreadListHeader(OptionalLong.empty(), Optional.empty(), Optional.empty());

    private static final int LONGEST_NUMBER = 18;
    private static final int LONGEST_TIME = 35;

    /// Of `2026-11-27`.
    private static final int DATE_LENGTH = 10;

    private static final int YEAR_LENGTH = 4;

    /// The same with a value by its name in JSON, where that is one of these.
    ThreadListHeader with(String key, String value) {
        return switch (key) {
            case "processId" -> new ThreadListHeader(number(value), time, version);
            case "time" -> new ThreadListHeader(pid, time.or(() -> instant(value)), version);
            case "runtimeVersion" -> new ThreadListHeader(pid, time, Optional.of(value));
            default -> this;
        };
    }

    static Optional<Instant> instant(String text) {
        if (!mayBeTime(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /// Any line of a text is tried.
    private static boolean mayBeTime(String text) {
        return text.length() > DATE_LENGTH
                && text.length() <= LONGEST_TIME
                && text.charAt(DATE_LENGTH) == 'T'
                && text.charAt(YEAR_LENGTH) == '-'
                && Character.isDigit(text.charAt(0));
    }

    /// A whole number of up to 18 digits; empty for other text.
    public static OptionalLong number(String text) {
        return !text.isEmpty()
                        && text.length() <= LONGEST_NUMBER
                        && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }
}
