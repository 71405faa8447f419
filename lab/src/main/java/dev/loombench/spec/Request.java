package dev.loombench.spec;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The one request that a load repeats.
///
/// @param method `GET`, `POST` …: a token, upper case
/// @param path origin form with its query, as in `/sleep?ms=100`
/// @param headers sent as they are and in this order, beside `Host` and `Content-Length`
/// @param body UTF-8; empty for none
/// @param timeout how long an answer may take, counted from the intended send; then it is an error
///   of its own
public record Request(
        String method, String path, Map<String, String> headers, String body, Duration timeout) {

    /// They frame the message: a second one would make it ambiguous.
    private static final Set<String> OURS = Set.of("content-length", "transfer-encoding");

    public Request {
        checkedMethod(method);
        checkedPath(path);
        headers.forEach(Request::checkedHeader);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new SpecError("timeout must be above 0, was " + Units.text(timeout));
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /// A GET of `path` with nothing else to it.
    public static Request get(String path, Duration timeout) {
        return new Request("GET", path, Map.of(), "", timeout);
    }

    static String checkedMethod(String method) {
        if (!method.matches("[A-Z]+")) {
            throw new SpecError("method must be a word like GET or POST, was \"" + method + "\"");
        }
        return method;
    }

    static String checkedPath(String path) {
        if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
            throw new SpecError(
                    "path must begin with / and hold no space or control character, was \""
                            + path
                            + "\"");
        }
        return path;
    }

    /// @return the value
    static String checkedHeader(String name, String value) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new SpecError("a header name must be a token, was \"" + name + "\"");
        }
        if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new SpecError("header " + name + " follows from the body and cannot be set");
        }
        if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c >= 127)) {
            throw new SpecError(
                    "header "
                            + name
                            + " must be printable ASCII on one line, was \""
                            + value
                            + "\"");
        }
        return value;
    }
}
