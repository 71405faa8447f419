package dev.loombench.websocket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads the response to an [OpeningHandshake], in any pieces, and checks that the connection is
/// one of WebSocket from then on. Bytes after it stay in the buffer, and interim responses before
/// it are skipped.
///
/// Source: RFC 6455, section 4.1, the list of what a client must check; RFC 9110, section 15.2.
public final class HandshakeReader {
    /// Maximum length of the head of the response, with those before it.
    static final int LIMIT = 64 * 1024;

    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.([01]) ([1-9]\\d\\d)(?: .*)?");
    private static final Pattern END_OF_LINE = Pattern.compile("\r?\n");
    private static final int SWITCHING_PROTOCOLS = 101;

    /// The state of the response.
    public enum Result {
        INCOMPLETE,
        /// Frames follow.
        OPEN,
        /// The server responded with another status than 101.
        REFUSED,
        /// The response is none of HTTP/1.1, or none to this request.
        MALFORMED,
        TOO_LARGE
    }

    private final String accept;
    private final Set<String> protocols;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream(256);

    /// Characters of the empty line that ends the head: line feeds since the last other character,
    /// but for carriage returns.
    private int lineFeeds;

    /// Bytes so far, also of interim responses.
    private int bytes;

    private int status;
    private String fault = "";

    /// @param key of the request
    /// @param protocols the names of `Sec-WebSocket-Protocol` in the request
    public HandshakeReader(String key, Set<String> protocols) {
        accept = OpeningHandshake.accept(key);
        this.protocols = Set.copyOf(protocols);
    }

    public Result feed(ByteBuffer in) {
        while (in.hasRemaining()) {
            byte b = in.get();
            head.write(b);
            bytes++;
            if (b == '\n') {
                lineFeeds++;
            } else if (b != '\r') {
                lineFeeds = 0;
            }
            if (lineFeeds == 2) {
                var result = checked();
                if (result != Result.INCOMPLETE) {
                    return result;
                }
            }
            if (bytes >= LIMIT) {
                return Result.TOO_LARGE;
            }
        }
        return Result.INCOMPLETE;
    }

    /// Whether no byte has come.
    public boolean isAtStart() {
        return bytes == 0;
    }

    /// The status of the response; 0 where it has none.
    public int status() {
        return status;
    }

    /// Why the response is malformed, in words; empty where it is not.
    public String fault() {
        return fault;
    }

    private Result checked() {
        var lines = END_OF_LINE.split(head.toString(ISO_8859_1));
        var statusLine = STATUS_LINE.matcher(lines.length == 0 ? "" : lines[0]);
        if (!statusLine.matches()) {
            return malformed("no status line of HTTP/1.1");
        }
        status = Integer.parseInt(statusLine.group(2));
        if (status < 200 && status != SWITCHING_PROTOCOLS) {
            head.reset();
            lineFeeds = 0;
            return Result.INCOMPLETE;
        }
        if (status != SWITCHING_PROTOCOLS) {
            return Result.REFUSED;
        }
        if (statusLine.group(1).equals("0")) {
            return malformed("a status line of HTTP/1.0");
        }
        var fields = new HashMap<String, List<String>>();
        for (var line : Arrays.asList(lines).subList(1, lines.length)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                return malformed("a line that is no header field");
            }
            fields.computeIfAbsent(
                            line.substring(0, colon).toLowerCase(Locale.ROOT),
                            _ -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return checked(fields);
    }

    private Result checked(Map<String, List<String>> fields) {
        if (!tokens(fields, "upgrade").equals(Set.of("websocket"))) {
            return malformed("no header Upgrade: websocket");
        }
        if (!tokens(fields, "connection").contains("upgrade")) {
            return malformed("no header Connection: Upgrade");
        }
        if (!fields.getOrDefault("sec-websocket-accept", List.of()).equals(List.of(accept))) {
            return malformed("the wrong Sec-WebSocket-Accept");
        }
        if (fields.containsKey("sec-websocket-extensions")) {
            return malformed("an extension that was not offered");
        }
        var chosen = fields.getOrDefault("sec-websocket-protocol", List.of());
        if (chosen.size() > 1 || !protocols.containsAll(chosen)) {
            return malformed("a subprotocol that was not offered");
        }
        return Result.OPEN;
    }

    /// The elements of a list in a header, in lower case.
    private static Set<String> tokens(Map<String, List<String>> fields, String name) {
        var tokens = new HashSet<String>();
        for (var value : fields.getOrDefault(name, List.of())) {
            for (var token : value.split(",", -1)) {
                tokens.add(token.strip().toLowerCase(Locale.ROOT));
            }
        }
        return tokens;
    }

    private Result malformed(String why) {
        fault = why;
        return Result.MALFORMED;
    }
}
