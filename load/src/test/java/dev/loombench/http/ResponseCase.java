package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A line of `responses.txt`: the bytes of a response, and their result when the server closes the
/// connection after them.
///
/// @param text as in the file
/// @param isHead whether it responds to a HEAD request
/// @param latin1 its bytes as ISO 8859-1
public record ResponseCase(int line, String text, boolean isHead, String latin1, Outcome expected) {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final Pattern REPEATED = Pattern.compile("(?<!\\\\)\\{(\\d+)\\*([^}]*)}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9A-F]{2}|.|$)");

    /// The result of parsing a response.
    ///
    /// @param status 0 for an incomplete response
    /// @param keepsAlive whether the connection can be reused
    public record Outcome(ParseStatus result, int status, boolean keepsAlive) {
        public static Outcome of(ResponseParser parser, ParseStatus result) {
            return result == ParseStatus.COMPLETE
                    ? new Outcome(result, parser.status(), parser.keepsAlive())
                    : new Outcome(result, 0, false);
        }

        static Outcome named(String text) {
            return switch (text) {
                case "malformed" -> new Outcome(ParseStatus.MALFORMED, 0, false);
                case "http2" -> new Outcome(ParseStatus.HTTP2_SETTINGS, 0, false);
                case "tls" -> new Outcome(ParseStatus.TLS_RECORD, 0, false);
                case "too-large" -> new Outcome(ParseStatus.TOO_LARGE, 0, false);
                case "cut" -> new Outcome(ParseStatus.CLOSED_EARLY, 0, false);
                default ->
                        new Outcome(
                                ParseStatus.COMPLETE,
                                Integer.parseInt(text.substring(0, 3)),
                                !text.endsWith("/close"));
            };
        }
    }

    public static List<ResponseCase> all() {
        try (var in = requireNonNull(ResponseCase.class.getResourceAsStream("responses.txt"))) {
            var lines = new String(in.readAllBytes(), UTF_8).lines().toList();
            return IntStream.range(0, lines.size())
                    .filter(i -> !lines.get(i).isEmpty() && !lines.get(i).startsWith("#"))
                    .mapToObj(i -> of(i + 1, lines.get(i)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ResponseCase of(int number, String line) {
        var columns = line.split("\\s+", 3);
        return new ResponseCase(
                number,
                line,
                columns[1].endsWith("HEAD"),
                latin1(columns[2]),
                Outcome.named(columns[0]));
    }

    /// Characters outside ISO 8859-1 become UTF-8.
    private static String latin1(String text) {
        var expanded =
                text.replace("⏎", "\r\n")
                        .replace("{ok}", OK)
                        .replace("{5}", OK + "Content-Length: 5\r\n\r\n")
                        .replace("{chunked}", OK + "Transfer-Encoding: chunked\r\n\r\n");
        var repeated =
                REPEATED.matcher(expanded)
                        .replaceAll(m ->
                                Matcher.quoteReplacement(
                                        m.group(2).repeat(Integer.parseInt(m.group(1)))));
        var plain = ESCAPE.matcher(repeated).replaceAll(m -> unescaped(m.group(1)));
        return ISO_8859_1.newEncoder().canEncode(plain)
                ? plain
                : new String(plain.getBytes(UTF_8), ISO_8859_1);
    }

    private static String unescaped(String escape) {
        return Matcher.quoteReplacement(
                switch (escape.isEmpty() ? ' ' : escape.charAt(0)) {
                    case 'r' -> "\r";
                    case 'n' -> "\n";
                    case 't' -> "\t";
                    case 's' -> " ";
                    case '0' -> "\0";
                    case 'x' -> "" + (char) Integer.parseInt(escape.substring(1), 16);
                    case ' ' -> "";
                    default -> escape;
                });
    }

    public byte[] bytes() {
        return latin1.getBytes(ISO_8859_1);
    }

    /// Whether it is not empty, and short enough to try every byte.
    public boolean isShort() {
        return !latin1.isEmpty() && latin1.length() < 1_000;
    }

    @Override
    public String toString() {
        return "responses.txt:" + line + ": " + text;
    }
}
