package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// The body of a request in an HTTP archive, as bytes: its text, also in Base64, or the parameters
/// of a form, of which some programs write no text.
final class HarBody {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String BASE64 = "base64";

    /// Without spaces, and what else is always encoded.
    private static final Pattern ENCODED = Pattern.compile("[!-~]*");

    private static final Pattern BARE_LINE_FEED = Pattern.compile("(?<!\r)\n");

    /// What stands in a text for bytes that are none.
    private static final char REPLACEMENT = '\uFFFD';

    /// Methods that define a meaning of a body: RFC 9110, section 8.6; RFC 5789.
    private static final Set<String> CONTENT = Set.of("POST", "PUT", "PATCH");

    private HarBody() {}

    /// Empty where there was a body that the file does not have, or not whole.
    static Optional<byte[]> of(JsonNode request) {
        var data = request.path("postData");
        var text = data.path("text").asString("");
        if (!text.isEmpty()) {
            var encoding = data.path("encoding").asString("");
            if (encoding.isEmpty()) {
                return ofText(request, text);
            }
            return encoding.equalsIgnoreCase(BASE64) ? ofBase64(request, text) : Optional.empty();
        }
        long size = size(request);
        if (!data.path("params").isEmpty()) {
            var type = data.path("mimeType").asString("").toLowerCase(Locale.ROOT);
            return type.startsWith(FORM)
                    ? Optional.of(form(data, size).getBytes(UTF_8))
                    : Optional.empty();
        }
        return size > 0 || (size < 0 && mayHaveContent(request))
                ? Optional.empty()
                : Optional.of(new byte[0]);
    }

    /// The bytes that were sent as a text. Where their number is known, it tells the form in which
    /// programs write them: as UTF-8, as ISO 8859-1 (a character for each byte), or without the
    /// carriage returns. A text with fewer bytes lacks a part, as that of a form without its files.
    private static Optional<byte[]> ofText(JsonNode request, String text) {
        if (isCompressed(request)) {
            return Optional.empty(); // the bytes that were sent are no text
        }
        long sent = contentLength(request);
        var bytes = text.getBytes(UTF_8);
        if (sent < 0 && LostFiles.areIn(text)) {
            return Optional.empty();
        }
        if (sent < 0 || bytes.length == sent) {
            return Optional.of(bytes);
        }
        var single = text.getBytes(ISO_8859_1);
        if (single.length == sent && new String(single, ISO_8859_1).equals(text)) {
            return Optional.of(single);
        }
        var lines = BARE_LINE_FEED.matcher(text).replaceAll("\r\n").getBytes(UTF_8);
        if (lines.length == sent) {
            return Optional.of(lines);
        }
        boolean isDamaged = bytes.length < sent || text.indexOf(REPLACEMENT) >= 0;
        return isDamaged ? Optional.empty() : Optional.of(bytes);
    }

    /// The bytes of a body in Base64, if they are those that were sent.
    private static Optional<byte[]> ofBase64(JsonNode request, String text) {
        try {
            var bytes = Base64.getDecoder().decode(text);
            long sent = contentLength(request);
            boolean isWhole = sent < 0 ? !isCompressed(request) : bytes.length == sent;
            return isWhole ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // no Base64: its bytes are not known
        }
    }

    private static boolean isCompressed(JsonNode request) {
        return header(request, "content-encoding")
                .map(value -> value.asString("").strip())
                .filter(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase("identity"))
                .isPresent();
    }

    /// Whether a request without a size and without data names the type of a body. With methods
    /// other than these, programs also name a type where there is no body.
    private static boolean mayHaveContent(JsonNode request) {
        return CONTENT.contains(request.path("method").asString("").toUpperCase(Locale.ROOT))
                && !request.path("postData").has("text")
                && !request.path("postData").has("params")
                && header(request, "content-type").isPresent();
    }

    /// By the archive or the header, in bytes; -1 where neither says it.
    private static long size(JsonNode request) {
        long size = request.path("bodySize").asLong(-1);
        long sent = contentLength(request);
        return size > 0 || sent < 0 ? size : sent;
    }

    /// By the header, in bytes; -1 without one.
    private static long contentLength(JsonNode request) {
        return header(request, "content-length").map(value -> value.asLong(-1)).orElse(-1L);
    }

    /// @param name in lower case
    private static Optional<JsonNode> header(JsonNode request, String name) {
        return StreamSupport.stream(request.path("headers").spliterator(), false)
                .filter(header -> header.path("name").asString("").equalsIgnoreCase(name))
                .map(header -> header.path("value"))
                .findFirst();
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
