package dev.loombench.traffic;

import dev.loombench.text.SecretNames;
import dev.loombench.text.WrongInput;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The headers that may hold a secret, by their name or the scheme of their value.
public final class SecretHeaders {
    /// Values that are credentials whatever the name of the header: a scheme with a token, or with
    /// parameters.
    private static final Pattern CREDENTIALS =
            Pattern.compile(
                    "(?:Basic|Bearer|Digest|DPoP|Negotiate|NTLM|Api-?Key|SSWS|SharedKey) (?=\\S++$)"
                            + "|(?:Digest|OAuth|Hawk|Signature|AWS4-[A-Z0-9-]+) (?=[\\w-]++ *+=)",
                    Pattern.CASE_INSENSITIVE);

    /// Schemes of headers whose name says that they hold a secret.
    private static final Pattern KNOWN =
            Pattern.compile(
                    "(?:Basic|Bearer|Digest|DPoP|Negotiate|NTLM|Api-?Key|SSWS|SharedKey|OAuth|Hawk"
                            + "|Signature|AWS4-[A-Z0-9-]+|Token|Key|JWT) (?=\\S)",
                    Pattern.CASE_INSENSITIVE);

    /// Any scheme (RFC 9110, section 11.4).
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*+ (?=\\S)");

    /// Browsers can set no other header of a WebSocket, so this one has tokens, as in
    /// `access_token, TOKEN`.
    private static final String PROTOCOLS = "Sec-WebSocket-Protocol";

    private static final String VARIABLE = "\\$\\{[^{}]+}";

    private static final Pattern WITHOUT_SECRET = Pattern.compile("(?:" + VARIABLE + ")+");

    private static final String COOKIE = "(?:[^=;]++=)?(?:" + VARIABLE + ")*+";

    private static final Pattern COOKIES_WITHOUT_SECRET =
            Pattern.compile(COOKIE + "(?:; *+" + COOKIE + ")*+");

    private SecretHeaders() {}

    /// Whether a header consists of cookies.
    public static boolean areCookies(String name) {
        return name.equalsIgnoreCase("cookie");
    }

    /// Whether the value may be a secret, by the name of the header or because it is credentials.
    public static boolean contain(String name, String value) {
        return SecretNames.contain(name)
                || CREDENTIALS.matcher(value).lookingAt()
                || (name.equalsIgnoreCase(PROTOCOLS) && SecretNames.contain(value));
    }

    /// The scheme at the start of credentials, as in `Bearer `; empty where there is none.
    public static Optional<String> scheme(String name, String value) {
        boolean any = name.toLowerCase(Locale.ROOT).endsWith("authorization");
        var pattern = any ? SCHEME : SecretNames.contain(name) ? KNOWN : CREDENTIALS;
        var scheme = pattern.matcher(value);
        return scheme.lookingAt() ? Optional.of(scheme.group()) : Optional.empty();
    }

    /// Checks that a header of an experiment has no secret, because results contain its requests:
    /// values must consist of variables, apart from the scheme and the names of cookies.
    ///
    /// @param value a template
    /// @throws WrongInput when the header may have a secret; the message does not show it
    public static void requireNone(String name, String value) {
        if (value.isEmpty() || !contain(name, value) || isWithoutSecret(name, value)) {
            return;
        }
        var variable = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
        throw new WrongInput(
                "header %s may hold a secret, and results contain the requests; put ${%s} in place of its value, and export %s with the value before the load"
                        .formatted(name, variable, variable));
    }

    private static boolean isWithoutSecret(String name, String value) {
        if (areCookies(name)) {
            return COOKIES_WITHOUT_SECRET.matcher(value).matches();
        }
        int from = scheme(name, value).map(String::length).orElse(0);
        return WITHOUT_SECRET.matcher(value.substring(from)).matches();
    }
}
