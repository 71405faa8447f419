package dev.loombench.requests.log;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// How long the requests of access logs took, ns, where the time of an entry is that of its end.
///
/// Only what can be told apart is read: nginx writes seconds with three decimals, and others name
/// the unit. Whole numbers at the end of a line are not read: Apache's `%D` and `%T` stand beside
/// the time of the start, and Tomcat's have different units by version.
///
/// Source: https://nginx.org/en/docs/http/ngx_http_log_module.html.
final class LogDuration {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long MICRO = 1_000;

    /// Keys of the time of the start, with which no duration is needed.
    private static final List<String> STARTS = List.of("startutc", "starttime");

    private static final List<String> MILLIS =
            List.of(
                    "requesttimems",
                    "requestdurationms",
                    "responsetimems",
                    "durationms",
                    "latencyms",
                    "elapsedms");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,20})?");
    private static final Pattern FRACTION = Pattern.compile("\\d{1,9}\\.\\d{1,20}");

    /// As Go writes durations. The sign of micro is one of Latin-1, or two bytes of UTF-8.
    private static final Pattern WITH_UNIT =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,20})?)(ns|us|\\u00c2?\\u00b5s|ms|s)");

    /// nginx's `$request_time` in a line, with or without a name.
    private static final Pattern FIELD = Pattern.compile("(?:(\\w+)=)?\"?(\\d{1,7}\\.\\d{3})\"?,?");

    /// What `$request_time` is called in a line with names.
    private static final Set<String> NAMES = Set.of("rt", "request_time");

    private LogDuration() {}

    /// The duration of an entry in JSON.
    ///
    /// @param values by their keys in lower-case letters and digits
    /// @return empty where none is known, or the entry has the time of its start
    static OptionalLong of(Map<String, String> values) {
        if (STARTS.stream().anyMatch(values::containsKey)) {
            return OptionalLong.empty();
        }
        var seconds = values.getOrDefault("requesttime", "");
        if (FRACTION.matcher(seconds).matches()) {
            return OptionalLong.of(nanos(seconds, SECOND));
        }
        for (var key : MILLIS) {
            var millis = values.getOrDefault(key, "");
            if (NUMBER.matcher(millis).matches()) {
                return OptionalLong.of(nanos(millis, MILLI));
            }
        }
        return ofProduct(values);
    }

    /// The duration under keys whose unit depends on who wrote it: Caddy, CloudFront and Pino.
    private static OptionalLong ofProduct(Map<String, String> values) {
        var duration = values.getOrDefault("duration", "");
        var withUnit = WITH_UNIT.matcher(duration);
        if (withUnit.matches()) {
            return OptionalLong.of(nanos(withUnit.group(1), unit(withUnit.group(2))));
        }
        boolean isCaddy = values.getOrDefault("logger", "").startsWith("http.log.access");
        if (isCaddy && FRACTION.matcher(duration).matches()) {
            return OptionalLong.of(nanos(duration, SECOND));
        }
        var taken = values.getOrDefault("timetaken", "");
        boolean isCloudFront = values.containsKey("csmethod");
        if (isCloudFront && FRACTION.matcher(taken).matches()) {
            return ofTimeTaken(taken);
        }
        var response = values.getOrDefault("responsetime", "");
        boolean isPino = values.containsKey("reqmethod");
        return isPino && NUMBER.matcher(response).matches()
                ? OptionalLong.of(nanos(response, MILLI))
                : OptionalLong.empty();
    }

    /// The duration of the extended format of W3C: whole milliseconds of IIS, and seconds with a
    /// fraction of the others; empty where it is no number.
    static OptionalLong ofTimeTaken(String taken) {
        if (!NUMBER.matcher(taken).matches()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(nanos(taken, taken.contains(".") ? SECOND : MILLI));
    }

    /// The duration among the fields that follow those of the common format: that of its name, else
    /// the first one, before the times of a backend and of the connection.
    static OptionalLong ofFields(String fields) {
        var first = OptionalLong.empty();
        int at = 0;
        while (at < fields.length()) {
            boolean quoted = fields.charAt(at) == '"';
            int from = quoted ? at + 1 : at;
            int end = quoted ? LogLine.endOfQuote(fields, from) : fields.indexOf(' ', from);
            end = end < 0 ? fields.length() : end;
            var field = FIELD.matcher(fields.substring(from, end));
            if (field.matches()) {
                long nanos = nanos(field.group(2), SECOND);
                if (field.group(1) != null && NAMES.contains(field.group(1))) {
                    return OptionalLong.of(nanos);
                }
                first = first.isPresent() ? first : OptionalLong.of(nanos);
            }
            at = end + 1;
        }
        return first;
    }

    private static long unit(String name) {
        return switch (name) {
            case "ns" -> 1;
            case "ms" -> MILLI;
            case "s" -> SECOND;
            default -> MICRO;
        };
    }

    private static long nanos(String number, long unit) {
        return new BigDecimal(number).multiply(BigDecimal.valueOf(unit)).longValue();
    }
}
