package dev.loombench.requests.secret;

import dev.loombench.text.Escapes;
import dev.loombench.text.SecretNames;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /// Texts that are secrets whatever their name: a signed or encrypted token (RFC 7519), a
    /// private key, a password in a URL, and keys and webhooks of large providers.
    static final Pattern FORMAT =
            Pattern.compile(
                    "(?<![\\w-])eyJ[\\w-]{8,}+\\.[\\w-]*+\\.|-----BEGIN [A-Z ]{0,20}?PRIVATE KEY"
                            + "|://[^/\\s:@?#]*+:[^/\\s@?#]++@"
                            + "|AIza[\\w-]{35}|ya29\\.[\\w-]{20}|gh[opsur]_\\w{36}|github_pat_\\w{20}|glpat-[\\w-]{20}"
                            + "|[rs]k_(?:live|test)_\\w{16}|whsec_\\w{16}"
                            + "|(?<![\\w-])sk-(?:(?:proj|ant|or|svcacct|admin)-[\\w-]{20}|[A-Za-z0-9]{20})"
                            + "|A[KS]IA[0-9A-Z]{16}"
                            + "|xox[abeoprs]-\\w|xapp-\\w|SG\\.[\\w-]{20,24}\\.[\\w-]{20}|shp(?:at|ca|pa|ss)_\\w{20}"
                            + "|npm_\\w{36}|pypi-\\w{16}|(?<!\\w)hf_\\w{30}|dop_v1_\\w{30}|hv[sb]\\.\\w{20}"
                            + "|bot\\d{6,12}:[\\w-]{30}|/T[A-Z0-9]{6,}+/B[A-Z0-9]{6,}+/\\w{16}|/webhooks/\\d{10,}+/[\\w-]{30}");

    private static final String NAME = "(?<name>[\\p{L}\\p{N}_.\\[\\]-]++)";

    /// Names and the starts of their values, as in `name=v`, `name: "v`, `"name":1`, `<name>v`, and
    /// `name: v` at the start of a line.
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?<![\\p{L}\\p{N}_.\\[\\]/-])"
                            + NAME
                            + "[\"']?\\s*+(?:=[ \\t]*+[\"']?|:\\s*+(?:[\"']|(?=\\d)))[ \\t]*+[^\\s&;,\"'}]");

    private static final Pattern ELEMENT =
            Pattern.compile("<(?:[\\w.-]++:)?" + NAME + "(?:\\s[^<>]*+)?>\\s*+[^\\s<&]");

    /// The value may be on the lines below, further to the right.
    private static final Pattern LINE =
            Pattern.compile(
                    "(?m)^([ \\t]*+)(?:- )?"
                            + NAME
                            + ":(?:[ \\t]++|[ \\t]*+[|>]?[+-]?[ \\t]*+\\r?\\n\\1[ \\t]++)[^\\s&$|>]");

    private static final Pattern ONE_NAME = Pattern.compile("[\\p{L}\\p{N}_.\\[\\]$-]{1,60}");

    /// Whether a text is a name of secrets, such as `pin` in `{"name": "pin", "value": 1}`.
    static boolean isName(String text) {
        return ONE_NAME.matcher(text).matches() && SecretNames.contain(text);
    }

    /// Whether a value of a request contains a secret: a token, or a query, JSON, XML or another
    /// text with a name of secrets.
    ///
    /// @param value as in the request, so that it may be percent-encoded or escaped
    static boolean isIn(String value) {
        var text = value;
        for (int i = 0; i <= MAX_ENCODINGS; i++) {
            if (FORMAT.matcher(text).find() || hasSecretName(text)) {
                return true;
            }
            var decoded = Escapes.ofXml(Escapes.ofJson(Escapes.ofUrl(text)));
            if (decoded.equals(text)) {
                return false;
            }
            text = decoded;
        }
        return false;
    }

    private static boolean hasSecretName(String text) {
        return Stream.of(NAMED, ELEMENT, LINE)
                .flatMap(pattern -> pattern.matcher(text).results())
                .anyMatch(found -> SecretNames.contain(found.group("name")));
    }
}
