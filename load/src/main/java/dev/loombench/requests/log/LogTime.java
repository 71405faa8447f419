package dev.loombench.requests.log;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The times of access logs, as ns since the epoch.
final class LogTime {
    private static final DateTimeFormatter COMMON =
            new DateTimeFormatterBuilder()
                    .appendPattern("dd/MMM/uuuu:HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .appendPattern(" Z")
                    .toFormatter(Locale.ENGLISH);

    /// ISO 8601, also with a blank for its `T` or a comma for its point, as logging libraries write
    /// it.
    private static final Pattern ISO =
            Pattern.compile(
                    "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?) ?(Z|[+-]\\d\\d:?\\d\\d)?");

    private static final String UTC = "Z";

    /// Seconds since the epoch are below it until the year 5138; larger times are in ms, µs or ns.
    private static final long MAX_SECONDS = 100_000_000_000L;

    private static final long SECOND = 1_000_000_000;

    private LogTime() {}

    /// The time of a text such as `12/Nov/2026:06:25:24 +0000`, with or without a fraction,
    /// `2026-11-12T06:25:24.123Z` or `1794464724.123`, also in brackets; empty where it is none.
    /// One of ISO 8601 without a zone is taken as that of UTC: only the differences count.
    static OptionalLong nanos(String text) {
        var time = text.replaceAll("^\\[|]$", "");
        try {
            if (time.matches("\\d{9,19}(\\.\\d{1,9})?")) {
                return OptionalLong.of(ofNumber(new BigDecimal(time)));
            }
            return OptionalLong.of(
                    nanos(
                            time.matches("\\d{4}-.*")
                                    ? instant(time)
                                    : ZonedDateTime.parse(time, COMMON).toInstant()));
        } catch (DateTimeException | ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    /// The last time of ISO 8601 among words; empty where there is none.
    static OptionalLong lastIn(String words) {
        var last = OptionalLong.empty();
        for (var found = ISO.matcher(words); found.find(); ) {
            last = nanos(found.group().strip());
        }
        return last;
    }

    private static long ofNumber(BigDecimal number) {
        var seconds = number;
        while (seconds.longValue() > MAX_SECONDS) {
            seconds = seconds.movePointLeft(3);
        }
        return seconds.movePointRight(9).setScale(0, RoundingMode.DOWN).longValueExact();
    }

    /// @throws ArithmeticException before the epoch, or after the year 2262
    private static long nanos(Instant time) {
        if (time.getEpochSecond() < 0) {
            throw new ArithmeticException("before the epoch");
        }
        return Math.addExact(
                Math.multiplyExact(time.getEpochSecond(), SECOND), (long) time.getNano());
    }

    /// An offset without a colon, as in `+0000`, is not that of ISO 8601's extended form.
    private static Instant instant(String text) {
        var iso = ISO.matcher(text);
        var standard =
                iso.matches()
                        ? iso.group(1)
                                + "T"
                                + iso.group(2).replace(',', '.')
                                + Objects.requireNonNullElse(iso.group(3), UTC)
                        : text;
        return OffsetDateTime.parse(standard.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2"))
                .toInstant();
    }
}
