package dev.loombench.requests.log;

import dev.loombench.text.RequestTarget;
import dev.loombench.text.TextTable;
import dev.loombench.text.WrongInput;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A line of an access log in JSON. The keys are those of nginx, Apache, Caddy, Traefik, Envoy,
/// Tomcat, Pino, CloudFront, the Elastic Common Schema and Google Cloud, compared without their
/// punctuation; a line in another format may be the text of a key, as Docker writes it.
public final class JsonLogLine {
    private static final List<String> METHOD =
            List.of(
                    "method",
                    "requestmethod",
                    "httprequestmethod",
                    "httpmethod",
                    "httprequestrequestmethod",
                    "reqmethod",
                    "csmethod",
                    "verb");

    private static final List<String> TARGET =
            TextTable.words(
                    """
                    requesturi uri requestpath path urloriginal urlpath requesturl requesteduri
                    httprequestrequesturl httptarget requrl csuristem url request
                    """);

    private static final List<String> QUERY =
            List.of("query", "querystring", "args", "urlquery", "csuriquery");

    private static final List<String> STATUS =
            TextTable.words(
                    """
                    status statuscode responsecode responsestatus downstreamstatus
                    httpresponsestatuscode httprequeststatus resstatuscode scstatus httpstatus
                    """);

    /// The start of a request first: Traefik writes the time of its end too.
    private static final List<String> TIME =
            TextTable.words(
                    """
                    startutc starttime time timelocal timeiso8601 timestamp ts msec usec timemsec
                    timeusec timestampms timestampus timestampmsec timestampusec epoch datetime date
                    """);

    private static final List<String> NESTED = List.of("log", "message", "msg");

    /// A byte as Apache writes it, which JSON does not know, after whole pairs of backslashes.
    private static final Pattern BYTE =
            Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*+)\\\\x([0-9a-fA-F]{2})");

    private static final long SECOND = 1_000_000_000;

    /// Texts of a key that are read as a line of their own.
    private static final int MAX_NESTED = 2;

    private JsonLogLine() {}

    /// Empty where the line is no JSON object, or has no method, path or status.
    public static Optional<LogLine> parse(String line) {
        return parse(line, 0);
    }

    private static Optional<LogLine> parse(String line, int nested) {
        var values = new HashMap<String, String>();
        try {
            var text = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
            collect("", JsonMapper.shared().readTree(inJson(text)), values);
        } catch (JacksonException _) {
            return Optional.empty();
        }
        return entry(values).or(() -> nested(values, nested + 1));
    }

    private static String inJson(String text) {
        return text.contains("\\x") ? BYTE.matcher(text).replaceAll("$1\\\\u00$2") : text;
    }

    /// Values by their keys in lower-case letters and digits, with those of the objects around
    /// them: `requestmethod` of `{"request": {"method": …}}`.
    private static void collect(String prefix, JsonNode node, Map<String, String> values) {
        for (var entry : node.properties()) {
            var key = entry.getKey().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
            if (entry.getValue().isObject()) {
                collect(prefix + key, entry.getValue(), values);
            } else if (entry.getValue().isValueNode()) {
                values.putIfAbsent(prefix + key, text(entry.getValue()));
            }
        }
    }

    private static String text(JsonNode value) {
        if (!value.isFloatingPointNumber()) {
            return value.asString("");
        }
        double number = value.doubleValue();
        return Double.isFinite(number) ? BigDecimal.valueOf(number).toPlainString() : "";
    }

    private static Optional<LogLine> entry(Map<String, String> values) {
        return STATUS.stream()
                .map(key -> values.getOrDefault(key, ""))
                .filter(status -> status.matches("\\d{1,3}"))
                .findFirst()
                .flatMap(status ->
                        request(values)
                                .map(request ->
                                        new LogLine(
                                                time(values),
                                                LogDuration.of(values),
                                                request,
                                                Integer.parseInt(status))));
    }

    private static Optional<String> request(Map<String, String> values) {
        var line = values.getOrDefault("request", values.getOrDefault("requestline", ""));
        if (line.matches("\\S+ \\S+ HTTP/\\S+")) {
            return Optional.of(line);
        }
        var query = first(QUERY, values).filter(text -> !text.isEmpty() && !text.equals("-"));
        return first(METHOD, values)
                .flatMap(method ->
                        first(TARGET, values)
                                .flatMap(JsonLogLine::path)
                                .map(path -> path.contains("?") ? path : path + query(query))
                                .map(path -> "%s %s HTTP/1.1".formatted(method, path)));
    }

    /// A query with the mark before it, which a log may have or not.
    static String query(Optional<String> query) {
        return query.map(text -> text.startsWith("?") ? text : "?" + text).orElse("");
    }

    /// The path of a target that may be a whole URL. A path may have one in its query.
    static Optional<String> path(String target) {
        try {
            return target.contains("://") && !target.startsWith("/")
                    ? RequestTarget.find(target).map(RequestTarget::path)
                    : Optional.of(target);
        } catch (WrongInput _) {
            return Optional.empty(); // with a user and password
        }
    }

    private static Optional<LogLine> nested(Map<String, String> values, int nested) {
        return first(NESTED, values)
                .filter(_ -> nested <= MAX_NESTED)
                .map(String::strip)
                .flatMap(text -> text.startsWith("{") ? parse(text, nested) : LogLine.parse(text));
    }

    private static Optional<String> first(List<String> keys, Map<String, String> values) {
        return keys.stream().map(values::get).filter(Objects::nonNull).findFirst();
    }

    /// The first of its times with a fraction of a second, or else the first, ns since the epoch;
    /// empty where none can be read. A date and a time may have keys of their own, in UTC.
    private static OptionalLong time(Map<String, String> values) {
        boolean hasParts = values.containsKey("date") && values.containsKey("time");
        var parts =
                hasParts
                        ? Stream.of("%sT%sZ".formatted(values.get("date"), values.get("time")))
                        : Stream.<String>empty();
        long[] times =
                Stream.concat(TIME.stream().map(values::get).filter(Objects::nonNull), parts)
                        .map(LogTime::nanos)
                        .flatMapToLong(OptionalLong::stream)
                        .toArray();
        var fine = Arrays.stream(times).filter(time -> time % SECOND != 0).findFirst();
        return fine.isPresent() ? fine : Arrays.stream(times).findFirst();
    }
}
