package dev.loombench.requests.log;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A line of an access log in the common or combined format of Apache and nginx: `host ident user
/// [time] "request" status bytes`, and further fields, of which a duration and a finer time are
/// read. A time that is a number since the epoch, or of ISO 8601, needs no brackets. Or one in the
/// default format of Envoy, which begins with the time and has flags after the status, as has that
/// of Istio; or one of AWS's balancer.
///
/// Sources: https://httpd.apache.org/docs/2.4/logs.html#accesslog, and `%{format}t` of
/// https://httpd.apache.org/docs/2.4/mod/mod_log_config.html; "Default Format String" of
/// https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage.
///
/// @param nanos of its time, since the epoch; empty where a line has none
/// @param durationNanos of the request, where its time is that of the end; empty where it is not
///   known, or the time is that of the start
/// @param request as in `GET /hello HTTP/1.1`, with the escapes of the log
public record LogLine(OptionalLong nanos, OptionalLong durationNanos, String request, int status) {
    private static final long SECOND = 1_000_000_000;

    /// Envoy has 0 for a request without a response, and flags such as `UF,URX` or none.
    private static final Pattern STATUS_AND_BYTES =
            Pattern.compile("([1-9]\\d\\d|0) (?:\\d+|-|[A-Z]{2,6}(?:,[A-Z]{2,6})*+)(?=$| )");

    /// Apache's `%{sec}t`, `%{msec}t` and `%{usec}t`, or with a fraction as nginx writes `$msec`.
    private static final Pattern NUMBER =
            Pattern.compile("\\d{10}(?:\\.\\d{1,9})?|\\d{13}|\\d{16}");

    /// The same as a field, also in quotes or with a name.
    private static final Pattern FINE_FIELD =
            Pattern.compile("(?<![\\w.])(?:\\d{10}\\.\\d{3,9}|\\d{13}|\\d{16})(?![\\w.])");

    /// Empty where the line has another format.
    public static Optional<LogLine> parse(String line) {
        return BalancerLine.parse(line).or(() -> ofServer(line));
    }

    private static Optional<LogLine> ofServer(String line) {
        int open = line.indexOf(" [");
        int close = line.indexOf("] \"", open + 1);
        if (open >= 1 && close >= 0) {
            var time = LogTime.nanos(line.substring(open + 2, close));
            var parsed = parse(line, close + 3, time);
            if (parsed.isPresent()) {
                return parsed;
            }
        }
        int end = line.indexOf("] \"");
        if (line.startsWith("[") && end >= 0) {
            var parsed = parse(line, end + 3, LogTime.nanos(line.substring(1, end)));
            if (parsed.isPresent()) {
                return parsed;
            }
        }
        int quote = line.indexOf(" \"");
        return quote < 1
                ? Optional.empty()
                : parse(line, quote + 2, timeIn(line.substring(0, quote)));
    }

    private static OptionalLong timeIn(String words) {
        var number = numberIn(words);
        return number.isPresent() ? number : LogTime.lastIn(words);
    }

    /// The last of the words that is the number of a time.
    private static OptionalLong numberIn(String words) {
        return Arrays.stream(words.split(" ", -1))
                .filter(word -> NUMBER.matcher(word).matches())
                .map(LogTime::nanos)
                .flatMapToLong(OptionalLong::stream)
                .reduce((_, last) -> last);
    }

    /// @param start of the request
    private static Optional<LogLine> parse(String line, int start, OptionalLong time) {
        int end = endOfQuote(line, start);
        if (end < 0 || !line.startsWith(" ", end + 1)) {
            return Optional.empty();
        }
        var rest = line.substring(end + 2);
        var known = STATUS_AND_BYTES.matcher(rest);
        if (!known.lookingAt()) {
            return Optional.empty();
        }
        var fields = rest.substring(known.end());
        return time.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new LogLine(
                                OptionalLong.of(refined(time.getAsLong(), fields)),
                                LogDuration.ofFields(fields),
                                line.substring(start, end),
                                Integer.parseInt(known.group(1))));
    }

    /// The time of a field within the same second; a whole second is kept without one.
    private static long refined(long nanos, String fields) {
        if (nanos % SECOND != 0) {
            return nanos;
        }
        var field = FINE_FIELD.matcher(fields);
        while (field.find()) {
            long fine = LogTime.nanos(field.group()).orElse(nanos);
            if (fine - fine % SECOND == nanos) {
                return fine;
            }
        }
        return nanos;
    }

    /// The second of its time, since the epoch; empty where a line has none.
    public OptionalLong seconds() {
        return nanos.isPresent()
                ? OptionalLong.of(Math.floorDiv(nanos.getAsLong(), SECOND))
                : OptionalLong.empty();
    }

    /// The place of the quote that ends a field; -1 for none. A backslash escapes the next
    /// character.
    static int endOfQuote(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (line.charAt(i) == '"') {
                return i;
            }
            i += line.charAt(i) == '\\' ? 1 : 0;
        }
        return -1;
    }

    /// Whether it is a connection without HTTP, of which Envoy writes a line at its end.
    public boolean isOfTcp() {
        return request.equals("- - -");
    }

    /// The method, path and version of the request; fewer parts for a request that is no HTTP.
    public String[] parts() {
        return request.split(" ", -1);
    }
}
