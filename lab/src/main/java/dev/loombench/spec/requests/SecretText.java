package dev.loombench.spec.requests;

import dev.loombench.spec.text.SecretNames;
import dev.loombench.spec.text.UrlText;
import java.util.regex.Pattern;

/// A part of a request that may be a secret.
///
/// @param from index of its first character
/// @param to index after its last character
/// @param name of its parameter, key or header
record SecretText(int from, int to, String name) {
    /// The name of a secret that has none.
    static final String UNNAMED = "secret";

    /// Nested encodings that are read.
    private static final int MAX_ENCODINGS = 3;

    /// Texts that are secrets whatever their name: a signed token (RFC 7519), a private key, a
    /// password in a URL, and keys of large providers.
    private static final Pattern FORMAT =
            Pattern.compile(
                    "(?<![\\w-])eyJ[\\w-]{8,}+\\.[\\w-]++\\.|-----BEGIN [A-Z ]{0,20}?PRIVATE KEY"
                            + "|://[^/\\s:@?#]*+:[^/\\s@?#]++@"
                            + "|AIza[\\w-]{35}|gh[opsur]_\\w{36}|[rs]k_live_\\w{16}|xox[abeoprs]-\\w|AKIA[0-9A-Z]{16}");

    /// A name and the start of its value, as in `name=v`, `name: "v` and `"name":1`.
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?<![\\w.\\[\\]/-])([\\w.\\[\\]-]++)[\"']?\\s*+(?:=|:\\s*+(?:[\"']|(?=\\d)))\\s*+[^\\s&;,\"'}]");

    /// Whether a value of a request contains a secret: a token, or a query, JSON or another text
    /// with a name of secrets.
    ///
    /// @param value as in the request, so that it may be percent-encoded
    static boolean isIn(String value) {
        var text = value;
        for (int i = 0; i < MAX_ENCODINGS; i++) {
            if (FORMAT.matcher(text).find() || hasSecretName(text)) {
                return true;
            }
            var decoded = UrlText.decoded(text);
            if (decoded.equals(text)) {
                return false;
            }
            text = decoded;
        }
        return false;
    }

    private static boolean hasSecretName(String text) {
        return NAMED.matcher(text).results().anyMatch(m -> SecretNames.contain(m.group(1)));
    }
}
