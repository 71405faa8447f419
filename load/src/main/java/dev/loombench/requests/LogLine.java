package dev.loombench.requests;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A line of an access log in the common or combined format of Apache and nginx: `host ident user
/// [time] "request" status bytes`, and further fields, of which a duration is read.
///
/// Source: https://httpd.apache.org/docs/2.4/logs.html#accesslog.
///
/// @param nanos of its time, since the epoch; empty where a line has none
/// @param durationNanos of the request, where its time is that of the end; empty where it is not
///   known, or the time is that of the start
/// @param request as in `GET /hello HTTP/1.1`, with the escapes of the log
record LogLine(OptionalLong nanos, OptionalLong durationNanos, String request, int status) {
    private static final long SECOND = 1_000_000_000;

    private static final Pattern STATUS_AND_BYTES = Pattern.compile("[1-9]\\d\\d (\\d+|-)(?=$| )");

    /// Empty where the line has another format.
    static Optional<LogLine> parse(String line) {
        int open = line.indexOf(" [");
        int close = line.indexOf("] \"", open + 1);
        if (open < 1 || close < 0) {
            return Optional.empty();
        }
        int start = close + 3;
        int end = endOfQuote(line, start);
        if (end < 0 || !line.startsWith(" ", end + 1)) {
            return Optional.empty();
        }
        var rest = line.substring(end + 2);
        var known = STATUS_AND_BYTES.matcher(rest);
        if (!known.lookingAt()) {
            return Optional.empty();
        }
        var time = LogTime.nanos(line.substring(open + 2, close));
        return time.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new LogLine(
                                time,
                                LogDuration.ofFields(rest.substring(known.end())),
                                line.substring(start, end),
                                Integer.parseInt(rest.substring(0, 3))));
    }

    /// The second of its time, since the epoch; empty where a line has none.
    OptionalLong seconds() {
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

    /// The method, path and version of the request; fewer parts for a request that is no HTTP.
    String[] parts() {
        return request.split(" ", -1);
    }
}
