package dev.loombench.load.result;

import java.util.HashMap;
import java.util.Map;

/// The errors of HTTP/2 that a server sent in a window, by the names of their codes in RFC 9113, as
/// in `ENHANCE_YOUR_CALM`.
///
/// A code that the RFC does not know is counted as `INTERNAL_ERROR`.
///
/// @param goAway code -> number of connections that the server ended with it (GOAWAY), `NO_ERROR`
///   apart
/// @param reset code -> number of the window's requests whose stream the server reset with it
///   (RST_STREAM); without `REFUSED_STREAM`, as such a request is sent again
public record ErrorCodes(Map<String, Long> goAway, Map<String, Long> reset) {
    public static final ErrorCodes NONE = new ErrorCodes(Map.of(), Map.of());

    public ErrorCodes {
        goAway = Map.copyOf(goAway);
        reset = Map.copyOf(reset);
    }

    /// The connections that the server ended with an error.
    public long connections() {
        return goAway.values().stream().mapToLong(Long::longValue).sum();
    }

    /// The codes of two parts of a load.
    public ErrorCodes plus(ErrorCodes other) {
        return new ErrorCodes(sum(goAway, other.goAway), sum(reset, other.reset));
    }

    private static Map<String, Long> sum(Map<String, Long> first, Map<String, Long> second) {
        var sum = new HashMap<>(first);
        second.forEach((code, count) -> sum.merge(code, count, Long::sum));
        return sum;
    }
}
