package dev.loombench.observe.file;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A line of the JVM's unified log with its decorations (`-Xlog`), whichever they are:
/// `[2026-11-27T04:13:25.123+0000][1.234s][info][gc,start] GC(5) Pause Young (Normal)`. A
/// container's log may add text in front of it, also in brackets.
///
/// @param front what stands before the first decoration with a time; empty without one
/// @param nanos since the start of the JVM, or where the line has no such time, since any fixed
///   moment; empty without a time
/// @param message after the decorations
record UnifiedLogLine(String front, OptionalLong nanos, String message) {
    private static final int MOST_DECORATIONS = 16;

    /// A longer text in front is part of a message (`LineFronts`).
    private static final int LONGEST_FRONT = 200;

    /// `1.234s`, `1234ms`, `1234567ns`; with a comma where the JVM's locale has one.
    private static final Pattern TIME =
            Pattern.compile(
                    "(?:(?<s>\\d{1,9})[.,](?<thousandths>\\d{3})s|(?<ms>\\d{1,12}|[1-8]\\d{12})ms|(?<ns>\\d{1,18})ns)");

    /// A line of a collection without any decoration (`-Xlog:gc:FILE:none`).
    private static final Pattern UNDECORATED =
            Pattern.compile(
                    "GC\\(\\d{1,18}\\) (?:[yYO]: )?(?:Pause|Concurrent|Garbage|Major|Minor)\\b.*");

    /// Of `2026-11-27T04:13:25.123+0000`, whose digits are where this has zeros.
    private static final String DATE = "0000-00-00T00:00:00.000+0000";

    private static final int ZONE = DATE.length() - 5;

    /// The line by its first decorations with a time; without a time by its first ones; empty where
    /// it has none, except that of a collection.
    static Optional<UnifiedLogLine> of(String line) {
        if (line.startsWith("GC(") && UNDECORATED.matcher(line).matches()) {
            return Optional.of(new UnifiedLogLine("", OptionalLong.empty(), line));
        }
        var first = Optional.<UnifiedLogLine>empty();
        int from = line.indexOf('[');
        while (from >= 0 && from <= LONGEST_FRONT) {
            var found = at(line, from);
            if (found.filter(decorated -> decorated.nanos.isPresent()).isPresent()) {
                return found;
            }
            first = first.or(() -> found);
            from = line.indexOf('[', from + 1);
        }
        return first;
    }

    /// @param start of decorations
    private static Optional<UnifiedLogLine> at(String line, int start) {
        int from = start;
        int count = 0;
        int front = 0;
        var elapsed = OptionalLong.empty();
        var date = OptionalLong.empty();
        while (line.startsWith("[", from) && count++ < MOST_DECORATIONS) {
            int end = line.indexOf(']', from);
            if (end < 0) {
                return Optional.empty();
            }
            var text = line.substring(from + 1, end).strip();
            boolean timed = elapsed.isPresent() || date.isPresent();
            elapsed = elapsed.isPresent() ? elapsed : elapsed(text);
            date = date.isPresent() ? date : date(text);
            front = !timed && (elapsed.isPresent() || date.isPresent()) ? from : front;
            from = next(line, end + 1);
        }
        return Optional.of(
                new UnifiedLogLine(
                        line.substring(0, front),
                        elapsed.isPresent() ? elapsed : date,
                        line.substring(from).strip()));
    }

    /// The next decoration, which may be that of the JVM behind those of a container's log.
    private static int next(String line, int from) {
        int next = from;
        while (next < line.length() && line.charAt(next) == ' ') {
            next++;
        }
        return line.startsWith("[", next) ? next : from;
    }

    private static OptionalLong elapsed(String text) {
        if (!text.endsWith("s") || !isDigit(text.charAt(0))) {
            return OptionalLong.empty();
        }
        var time = TIME.matcher(text);
        if (!time.matches()) {
            return OptionalLong.empty();
        }
        if (time.group("s") != null) {
            long millis = 1_000 * Long.parseLong(time.group("s"));
            return OptionalLong.of(
                    1_000_000 * (millis + Long.parseLong(time.group("thousandths"))));
        }
        return OptionalLong.of(
                time.group("ms") != null
                        ? 1_000_000 * Long.parseLong(time.group("ms"))
                        : Long.parseLong(time.group("ns")));
    }

    private static OptionalLong date(String text) {
        if (!isDate(text)) {
            return OptionalLong.empty();
        }
        try {
            long local = local(text).toEpochSecond(ZoneOffset.UTC);
            long offset =
                    3_600L * number(text, ZONE + 1, ZONE + 3)
                            + 60L * number(text, ZONE + 3, ZONE + 5);
            long seconds = text.charAt(ZONE) == '-' ? local + offset : local - offset;
            return OptionalLong.of(1_000_000_000 * seconds + 1_000_000L * number(text, 20, 23));
        } catch (DateTimeException _) { // as on February 30
            return OptionalLong.empty();
        }
    }

    /// @throws DateTimeException when there is no such time
    private static LocalDateTime local(String text) {
        return LocalDateTime.of(
                number(text, 0, 4),
                number(text, 5, 7),
                number(text, 8, 10),
                number(text, 11, 13),
                number(text, 14, 16),
                number(text, 17, 19));
    }

    /// A log of 1 GiB has ten million dates.
    private static boolean isDate(String text) {
        if (text.length() != DATE.length()) {
            return false;
        }
        for (int i = 0; i < DATE.length(); i++) {
            char c = text.charAt(i);
            boolean fits =
                    switch (DATE.charAt(i)) {
                        case '0' -> isDigit(c);
                        case '+' -> c == '+' || c == '-';
                        default -> c == DATE.charAt(i);
                    };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
