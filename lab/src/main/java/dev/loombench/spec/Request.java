package dev.loombench.spec;

import java.time.Duration;
import java.util.Map;

/// The one request that a load repeats.
///
/// @param method `GET`, `POST` …: a token, upper case
/// @param path origin form with its query, as in `/sleep?ms=100`
/// @param headers sent as they are, beside `Host` and `Content-Length`
/// @param body UTF-8; empty for none
/// @param timeout how long an answer may take, counted from the intended send; then it is an error
///   of its own
public record Request(
        String method, String path, Map<String, String> headers, String body, Duration timeout) {

    public Request {
        if (!method.matches("[A-Z]+")) {
            throw new SpecError("method must be a word like GET or POST, was \"" + method + "\"");
        }
        if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
            throw new SpecError(
                    "path must begin with / and hold no space or control character, was \""
                            + path
                            + "\"");
        }
        headers.forEach(Request::checkHeader);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new SpecError("timeout must be above 0, was " + timeout);
        }
        headers = Map.copyOf(headers);
    }

    /// A GET of `path` with nothing else to it.
    public static Request get(String path, Duration timeout) {
        return new Request("GET", path, Map.of(), "", timeout);
    }

    private static void checkHeader(String name, String value) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new SpecError("a header name must be a token, was \"" + name + "\"");
        }
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c >= 127)) {
            throw new SpecError(
                    "header "
                            + name
                            + " must be printable ASCII on one line, was \""
                            + value
                            + "\"");
        }
    }
}
