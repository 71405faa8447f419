package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// The body of a request in an HTTP archive: its text, or the parameters of a form, of which some
/// programs write no text.
final class HarBody {
    private static final String FORM = "application/x-www-form-urlencoded";

    /// Without spaces, and what else is always encoded.
    private static final Pattern ENCODED = Pattern.compile("[!-~]*");

    /// Methods that define a meaning of a body: RFC 9110, section 8.6; RFC 5789.
    private static final Set<String> CONTENT = Set.of("POST", "PUT", "PATCH");

    private HarBody() {}

    /// Empty where there was a body that the file does not have as text.
    static Optional<String> of(JsonNode request) {
        var data = request.path("postData");
        if (!data.path("encoding").asString("").isEmpty()) {
            return Optional.empty();
        }
        var text = data.path("text").asString("");
        long size = size(request);
        if (!text.isEmpty()) {
            return Optional.of(text);
        }
        if (!data.path("params").isEmpty()) {
            var type = data.path("mimeType").asString("").toLowerCase(Locale.ROOT);
            return type.startsWith(FORM) ? Optional.of(form(data, size)) : Optional.empty();
        }
        return size > 0 || (size < 0 && mayHaveContent(request))
                ? Optional.empty()
                : Optional.of("");
    }

    /// Whether a request without a size and without data names the type of a body. With methods
    /// other than these, programs also name a type where there is no body.
    private static boolean mayHaveContent(JsonNode request) {
        return CONTENT.contains(request.path("method").asString("").toUpperCase(Locale.ROOT))
                && !request.path("postData").has("text")
                && !request.path("postData").has("params")
                && StreamSupport.stream(request.path("headers").spliterator(), false)
                        .anyMatch(
                                h -> h.path("name").asString("").equalsIgnoreCase("content-type"));
    }

    /// By the archive or the header, in bytes; -1 where neither says it.
    private static long size(JsonNode request) {
        long size = request.path("bodySize").asLong(-1);
        for (var header : request.path("headers")) {
            if (size <= 0 && header.path("name").asString("").equalsIgnoreCase("content-length")) {
                size = header.path("value").asLong(-1);
            }
        }
        return size;
    }

    /// Encoded, unless only the parameters as they are written have the size and can be a form:
    /// some programs write them encoded.
    private static String form(JsonNode data, long size) {
        var encoded = joined(data, part -> URLEncoder.encode(part, UTF_8));
        var written = joined(data, part -> part);
        boolean isForm = ENCODED.matcher(written).matches() && parts(written) == parts(encoded);
        return length(encoded) != size && length(written) == size && isForm ? written : encoded;
    }

    private static int parts(String form) {
        return form.split("&", -1).length;
    }

    private static String joined(JsonNode data, UnaryOperator<String> encode) {
        return StreamSupport.stream(data.path("params").spliterator(), false)
                .map(p ->
                        encode.apply(p.path("name").asString(""))
                                + "="
                                + encode.apply(p.path("value").asString("")))
                .collect(Collectors.joining("&"));
    }

    private static long length(String text) {
        return text.getBytes(UTF_8).length;
    }
}
