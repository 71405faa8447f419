package dev.loombench.requests.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.Escapes;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ValueSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Replaces secret texts in a service's output and its responses: the values of its environment,
/// the secrets in its command, and those of variables and secrets in its requests. They are found
/// [with the escapes][UnescapedText] in which a program shows them too, and in the credentials of
/// `Authorization: Basic` (RFC 7617).
public final class SecretMask {
    /// Shorter values, as in `true` or `8080`, are no secrets, and occur anywhere.
    private static final int SHORTEST = 6;

    /// Parts of one secret that are masked by themselves: each is compared with every line of
    /// output.
    private static final int MAX_PARTS = 100;

    private static final String MASK = "***";

    private static final String ELLIPSIS = "…";

    /// The scheme in any case, and the credentials in either alphabet of Base64, of which `+` and
    /// `/` may have escapes.
    private static final Pattern BASIC =
            Pattern.compile(
                    "(?i)basic(?:\\s|%20|[:=,\"'\\\\])*+"
                            + "(?<credentials>(?:[a-z0-9+/_-]|%2[bf]|\\\\u002[bf]|\\\\/){8,}+"
                            + "={0,2})");

    /// The beginning of an escape at the end of a text that was cut.
    private static final Pattern CUT_ESCAPE =
            Pattern.compile("(?:\\\\++(?:u[0-9A-Fa-f]{0,3})?|%[0-9A-Fa-f]?|&#?[A-Za-z0-9]{0,7})$");

    /// Characters that such a beginning has at most.
    private static final int LONGEST_CUT_ESCAPE = 12;

    /// In both spellings of the scheme that occur, as a search for it costs each line of output.
    private static final List<String> OF_SCHEME = List.of("asic", "ASIC");

    /// Of Base64, which stand for three bytes.
    private static final int CHARACTERS_OF_GROUP = 4;

    private final List<String> secrets;

    /// The secrets without their escapes.
    private final List<String> readings;

    /// Both in texts that have a character per byte.
    private final List<String> secretsInBytes;

    private final List<String> readingsInBytes;

    /// Whether one of these has what escapes without a mark of their own stand for.
    private final boolean haveSpaces;

    /// @param texts of which those that are too short for secrets are left out
    public SecretMask(Collection<String> texts) {
        secrets = longestFirst(texts.stream());
        readings = longestFirst(secrets.stream().map(secret -> UnescapedText.of(secret).reading()));
        secretsInBytes = longestFirst(secrets.stream().map(SecretMask::inBytes));
        readingsInBytes =
                longestFirst(readings.stream().flatMap(read -> Stream.of(read, inBytes(read))));
        haveSpaces = readings.stream().anyMatch(r -> r.indexOf(' ') >= 0 || r.indexOf('\'') >= 0);
    }

    private static List<String> longestFirst(Stream<String> texts) {
        return texts.filter(text -> text.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static String inBytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /// The secrets, longest first.
    public List<String> secrets() {
        return secrets;
    }

    /// The secrets in requests, and the variables of the environment in them.
    ///
    /// @param values the sources of values in the requests
    /// @throws WrongInput when a variable is not set
    public static SecretMask ofRequests(
            Collection<ValueSource> values, Map<String, String> environment) {
        var secrets = new ArrayList<String>(ofRequests(values).secrets);
        for (var source : values) {
            if (source instanceof ValueSource.Environment(var variable)) {
                secrets.add(EnvironmentValue.of(variable, environment));
            }
        }
        return new SecretMask(secrets);
    }

    /// The secrets in requests, also without their escapes, each line of them, and the user and
    /// password of credentials (RFC 7617): as a service may show them.
    ///
    /// @param values the sources of values in the requests
    public static SecretMask ofRequests(Collection<ValueSource> values) {
        return new SecretMask(
                values.stream()
                        .flatMap(source ->
                                source instanceof ValueSource.Secret(var text)
                                        ? text.stream()
                                        : Stream.empty())
                        .flatMap(text -> Stream.concat(Stream.of(text), credentials(text)))
                        .flatMap(text -> Escapes.readings(text).stream())
                        .flatMap(SecretMask::parts)
                        .toList());
    }

    /// A secret and its lines, as the output of a service is read by lines.
    public static Stream<String> withLines(String secret) {
        return Stream.concat(Stream.of(secret), secret.lines().map(String::strip).limit(MAX_PARTS));
    }

    /// The text, the secrets within it, and its lines.
    private static Stream<String> parts(String text) {
        return Stream.concat(
                withLines(text), RequestSecrets.within(text).stream().limit(MAX_PARTS));
    }

    /// `user:password` in Base64, and the password alone; none where the text is no such thing.
    private static Stream<String> credentials(String text) {
        try {
            var plain = new String(Base64.getDecoder().decode(text), UTF_8);
            int colon = plain.indexOf(':');
            return colon < 0 ? Stream.empty() : Stream.of(plain, plain.substring(colon + 1));
        } catch (IllegalArgumentException _) {
            return Stream.empty();
        }
    }

    public String of(String text) {
        return shown(text, hidden(text, secrets, readings));
    }

    private static String shown(String text, BitSet hidden) {
        if (hidden.isEmpty()) {
            return text;
        }
        var shown = new StringBuilder();
        int at = 0;
        for (int from = hidden.nextSetBit(0); from >= 0; from = hidden.nextSetBit(at)) {
            shown.append(text, at, from).append(MASK);
            at = hidden.nextClearBit(from);
        }
        return shown.append(text, at, text.length()).toString();
    }

    /// The places of secrets in a text. One may be a part of another, which may have escapes: each
    /// is looked for in the whole text.
    ///
    /// @param written the secrets as they are written in the text
    /// @param read the same without their escapes
    private BitSet hidden(String text, List<String> written, List<String> read) {
        var hidden = new BitSet();
        for (var secret : written) {
            for (int i = text.indexOf(secret); i >= 0; i = text.indexOf(secret, i + 1)) {
                hidden.set(i, i + secret.length());
            }
        }
        if (!read.isEmpty() && mayBeEscaped(text)) {
            hidden.or(UnescapedText.of(text).places(read));
        }
        if (mayHaveCredentials(text)) {
            var found = BASIC.matcher(text);
            while (found.find()) {
                if (isOfSecret(found.group("credentials"))) {
                    hidden.set(found.start("credentials"), found.end("credentials"));
                }
            }
        }
        return hidden;
    }

    private boolean mayHaveCredentials(String text) {
        return !secrets.isEmpty() && OF_SCHEME.stream().anyMatch(text::contains);
    }

    private boolean mayBeEscaped(String text) {
        return text.indexOf('\\') >= 0
                || text.indexOf('%') >= 0
                || text.indexOf('&') >= 0
                || (haveSpaces
                        && (text.indexOf('+') >= 0
                                || text.indexOf('\'') >= 0
                                || text.indexOf('"') >= 0));
    }

    private boolean isOfSecret(String credentials) {
        return plain(credentials).anyMatch(plain -> secrets.stream().anyMatch(plain::contains));
    }

    /// Credentials without Base64, of which RFC 7617 leaves the charset open; empty where they are
    /// none.
    private static Stream<String> plain(String credentials) {
        var base64 =
                Escapes.ofJson(credentials).replaceAll("%2[Bb]|-", "+").replaceAll("%2[Ff]|_", "/");
        try {
            var bytes = Base64.getDecoder().decode(base64);
            return Stream.of(new String(bytes, UTF_8), new String(bytes, ISO_8859_1));
        } catch (IllegalArgumentException _) {
            return Stream.empty();
        }
    }

    /// As [#of], for a text that may have been cut within a secret, with an ellipsis or without.
    public String ofStart(String text) {
        var end = text.endsWith(ELLIPSIS) ? ELLIPSIS : "";
        var start = text.substring(0, text.length() - end.length());
        var hidden = hidden(start, secrets, readings);
        hidden.set(startOfCut(start), start.length());
        return shown(start, hidden) + end;
    }

    /// Where the secret begins within which a text was cut; its length where it was not.
    private int startOfCut(String text) {
        int start = startOfCut(text, secrets);
        if (mayBeEscaped(text)) {
            var escape = CUT_ESCAPE.matcher(text);
            escape.region(Math.max(0, text.length() - LONGEST_CUT_ESCAPE), text.length());
            var read = UnescapedText.of(escape.find() ? text.substring(0, escape.start()) : text);
            int cut = startOfCut(read.reading(), readings);
            start = cut < read.reading().length() ? Math.min(start, read.start(cut)) : start;
        }
        if (mayHaveCredentials(text)) {
            var found = BASIC.matcher(text);
            while (found.find()) {
                if (found.end() == text.length() && isOfCutSecret(found.group("credentials"))) {
                    start = Math.min(start, found.start("credentials"));
                }
            }
        }
        return start;
    }

    private boolean isOfCutSecret(String credentials) {
        int whole = credentials.length() / CHARACTERS_OF_GROUP * CHARACTERS_OF_GROUP;
        return plain(credentials.substring(0, whole))
                .anyMatch(plain -> startOfCut(plain, secrets) < plain.length());
    }

    private static int startOfCut(String text, List<String> secrets) {
        int start = text.length();
        for (var secret : secrets) {
            int most = Math.min(secret.length() - 1, text.length());
            for (int length = most; length >= SHORTEST; length--) {
                if (text.regionMatches(text.length() - length, secret, 0, length)) {
                    start = Math.min(start, text.length() - length);
                    break;
                }
            }
        }
        return start;
    }

    /// The text with as many characters as before, so that indices stay.
    ///
    /// @param text a character per byte (ISO 8859-1)
    public String ofBytes(String text) {
        var shown = new StringBuilder(text);
        hidden(text, secretsInBytes, readingsInBytes).stream()
                .forEach(i -> shown.setCharAt(i, '*'));
        return shown.toString();
    }
}
