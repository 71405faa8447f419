package dev.loombench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.loombench.load.http.ParseStatus;
import dev.loombench.load.http.ResponseParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A line of `responses.txt`: the bytes of a response, and what they amount to when the server
/// closes the connection behind them.
///
/// @param text as it stands in the file
/// @param toHead whether it answers a HEAD
/// @param latin1 its bytes as ISO 8859-1
public record ResponseCase(int line, String text, boolean toHead, String latin1, Outcome expected) {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final Pattern REPEATED = Pattern.compile("(?<!\\\\)\\{(\\d+)\\*([^}]*)}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9A-F]{2}|.|$)");

    /// What a response amounts to.
    ///
    /// @param status 0 where it is not complete
    /// @param keepsAlive whether the connection can be used again
    public record Outcome(ParseStatus reply, int status, boolean keepsAlive) {
        public static Outcome of(ResponseParser parser, ParseStatus reply) {
            return reply == ParseStatus.COMPLETE
                    ? new Outcome(reply, parser.status(), parser.keepsAlive())
                    : new Outcome(reply, 0, false);
        }

        static Outcome named(String text) {
            return switch (text) {
                case "malformed" -> new Outcome(ParseStatus.MALFORMED, 0, false);
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

    /// What ISO 8859-1 does not have becomes UTF-8.
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

    /// Whether it holds something, and so little that every byte can be tried.
    public boolean isShort() {
        return !latin1.isEmpty() && latin1.length() < 1_000;
    }

    @Override
    public String toString() {
        return "responses.txt:" + line + ": " + text;
    }
}
