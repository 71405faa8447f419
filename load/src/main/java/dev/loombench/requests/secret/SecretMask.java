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

    /// The scheme in any case, and the credentials in either alphabet of Base64.
    private static final Pattern BASIC =
            Pattern.compile(
                    "(?i)basic(?:\\s|%20|[:=,\"'\\\\])*+(?<credentials>[a-z0-9+/_-]{8,}+={0,2})");

    /// In both spellings of the scheme that occur, as a search for it costs each line of output.
    private static final List<String> OF_SCHEME = List.of("asic", "ASIC");

    private final List<String> secrets;

    /// The secrets without their escapes.
    private final List<String> readings;

    /// Whether one of these has what escapes without a mark of their own stand for.
    private final boolean haveSpaces;

    /// @param texts of which those that are too short for secrets are left out
    public SecretMask(Collection<String> texts) {
        secrets = longestFirst(texts.stream());
        readings = longestFirst(secrets.stream().map(secret -> UnescapedText.of(secret).reading()));
        haveSpaces = readings.stream().anyMatch(r -> r.indexOf(' ') >= 0 || r.indexOf('\'') >= 0);
    }

    private static List<String> longestFirst(Stream<String> texts) {
        return texts.filter(text -> text.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
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

    /// The text, the secrets within it, and its lines: the output of a service is read by lines.
    private static Stream<String> parts(String text) {
        return Stream.of(
                        Stream.of(text),
                        RequestSecrets.within(text).stream(),
                        text.lines().map(String::strip))
                .flatMap(parts -> parts.limit(MAX_PARTS));
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
        var masked = text;
        for (var secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        var hidden = hidden(masked);
        if (hidden.isEmpty()) {
            return masked;
        }
        var shown = new StringBuilder();
        int at = 0;
        for (int from = hidden.nextSetBit(0); from >= 0; from = hidden.nextSetBit(at)) {
            shown.append(masked, at, from).append(MASK);
            at = hidden.nextClearBit(from);
        }
        return shown.append(masked, at, masked.length()).toString();
    }

    /// The places of a text at which a secret is written otherwise.
    private BitSet hidden(String text) {
        var hidden =
                !readings.isEmpty() && mayBeEscaped(text)
                        ? UnescapedText.of(text).places(readings)
                        : new BitSet();
        if (!secrets.isEmpty() && OF_SCHEME.stream().anyMatch(text::contains)) {
            var found = BASIC.matcher(text);
            while (found.find()) {
                if (isOfSecret(found.group("credentials"))) {
                    hidden.set(found.start("credentials"), found.end("credentials"));
                }
            }
        }
        return hidden;
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
        try {
            var bytes = Base64.getDecoder().decode(credentials.replace('-', '+').replace('_', '/'));
            var plain = new String(bytes, UTF_8);
            return secrets.stream().anyMatch(plain::contains);
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// As [#of], for a text that may have been cut within a secret, with an ellipsis or without.
    public String ofStart(String text) {
        var masked = of(text);
        var end = masked.endsWith(ELLIPSIS) ? ELLIPSIS : "";
        var start = masked.substring(0, masked.length() - end.length());
        for (var secret : secrets) {
            for (int length = secret.length() - 1; length >= SHORTEST; length--) {
                if (start.endsWith(secret.substring(0, length))) {
                    return start.substring(0, start.length() - length) + MASK + end;
                }
            }
        }
        return masked;
    }

    /// The text with as many characters as before, so that indices stay.
    ///
    /// @param text a character per byte (ISO 8859-1)
    public String ofBytes(String text) {
        var masked = text;
        for (var secret : secrets) {
            var bytes = new String(secret.getBytes(UTF_8), ISO_8859_1);
            masked = masked.replace(bytes, "*".repeat(bytes.length()));
        }
        var shown = new StringBuilder(masked);
        hidden(masked).stream().forEach(i -> shown.setCharAt(i, '*'));
        return shown.toString();
    }
}
