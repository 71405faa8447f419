package dev.loombench.traffic;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A request that a load repeats. Path, header values and body are templates: `${name}` is a
/// placeholder for a value, and `$$` is a literal `$`.
///
/// In the line protocol the request is a line of text: its body, without the line feed at the end.
/// It has no method, path or headers.
///
/// @param name the name under which it is counted; not blank
/// @param weight its frequency relative to the weights of the other requests; at least 1
/// @param method `GET`, `POST` …: upper-case letters; empty for a line of text
/// @param path origin form with its query, as in `/sleep?ms=100`; values in it are percent-encoded
/// @param headers sent unchanged and in this order, in addition to `Host` and `Content-Length`
/// @param body UTF-8; empty for none
/// @param timeout how long a response may take, from the intended send; later responses count as
///   timeouts
public record Request(
        String name,
        int weight,
        String method,
        String path,
        Map<String, String> headers,
        String body,
        Duration timeout) {
    /// Longer than users wait, but short enough to detect a stuck server within a trial.
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /// Headers that delimit the body: a second one would make the message ambiguous.
    private static final Set<String> GENERATED_HEADERS =
            Set.of("content-length", "transfer-encoding");

    /// Of `-m` as in h2load.
    private static final String STREAMS =
            ": --streams N is the number of requests at a time on a connection of HTTP/2";

    public Request {
        if (name.isBlank()) {
            throw new WrongInput("a request's name must not be blank");
        }
        if (weight < 1) {
            throw new WrongInput("weight must be at least 1, was " + weight);
        }
        if (method.isEmpty() && path.isEmpty() && headers.isEmpty()) {
            checkedLine(body);
        } else {
            checkedMethod(method);
            checkedPath(path);
            headers.forEach(Request::checkedHeader);
            Template.of(body);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new WrongInput("timeout must be above 0, was " + Units.text(timeout));
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /// The only request of its load, named by method and path.
    public Request(
            String method,
            String path,
            Map<String, String> headers,
            String body,
            Duration timeout) {
        this(method + " " + path, 1, method, path, headers, body, timeout);
    }

    /// A GET request without headers and body.
    public static Request get(String path, Duration timeout) {
        return new Request("GET", path, Map.of(), "", timeout);
    }

    /// The method where none is named: as of curl, a body is sent by POST.
    public static String defaultMethod(boolean hasBody) {
        return hasBody ? "POST" : "GET";
    }

    /// A request of the line protocol.
    ///
    /// @param text a template on one line, not empty
    public static Request line(String text, Duration timeout) {
        return new Request(Protocol.LINE.label(), 1, "", "", Map.of(), text, timeout);
    }

    /// The same request with another timeout.
    public Request withTimeout(Duration timeout) {
        return new Request(name, weight, method, path, headers, body, timeout);
    }

    /// The same request, which names a host in its header `Host` unless it has that header.
    ///
    /// @param host no template
    public Request withHost(String host) {
        if (protocol() == Protocol.LINE
                || headers.keySet().stream().anyMatch("Host"::equalsIgnoreCase)) {
            return this;
        }
        var all = new LinkedHashMap<String, String>();
        all.put("Host", Template.escaped(host));
        all.putAll(headers);
        return new Request(name, weight, method, path, all, body, timeout);
    }

    public Protocol protocol() {
        return method.isEmpty() ? Protocol.LINE : Protocol.HTTP;
    }

    /// As in `GET /hello` or `line "hello"`.
    public String summary() {
        return switch (protocol()) {
            case HTTP, GRPC -> method + " " + path;
            case LINE -> "line " + TextSanitizer.quoted(body);
        };
    }

    /// The names of the values that it needs.
    public Set<String> valueNames() {
        var names = new TreeSet<>(Template.of(path).names());
        headers.values().forEach(value -> names.addAll(Template.of(value).names()));
        names.addAll(Template.of(body).names());
        return names;
    }

    public static String checkedMethod(String method) {
        if (!method.matches("[A-Z]+")) {
            throw new WrongInput(
                    "method must be upper-case letters, as in GET or POST, was "
                            + TextSanitizer.quoted(method)
                            + (method.matches("\\d+") ? STREAMS : ""));
        }
        return method;
    }

    public static String checkedPath(String path) {
        if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
            throw new WrongInput(
                    "path must begin with / and contain only printable ASCII without spaces, was "
                            + TextSanitizer.quoted(path));
        }
        Template.of(path);
        return path;
    }

    /// @return the value
    public static String checkedHeader(String name, String value) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new WrongInput(
                    "a header name must consist of letters, digits and !#$%&'*+.^_`|~-, was "
                            + TextSanitizer.quoted(name));
        }
        if (GENERATED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new WrongInput("header " + name + " cannot be set: it is computed from the body");
        }
        if (!fitsHeader(value)) {
            throw new WrongInput(
                    "header %s must be printable ASCII on one line, was %s"
                            .formatted(name, TextSanitizer.quoted(value)));
        }
        Template.of(value);
        return value;
    }

    /// @return the line
    public static String checkedLine(String line) {
        if (line.isEmpty() || !fitsLine(line)) {
            throw new WrongInput(
                    "a line must not be empty or contain a line break, was "
                            + TextSanitizer.quoted(line));
        }
        Template.of(line);
        return line;
    }

    /// Whether a text has no line break, and so can be part of a line.
    public static boolean fitsLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0;
    }

    /// Whether a text is printable ASCII on one line, and so can be part of a header value.
    public static boolean fitsHeader(String value) {
        return value.chars().noneMatch(c -> (c < ' ' && c != '\t') || c >= 127);
    }
}
