package dev.loombench.spec.text;

import java.util.Locale;
import java.util.regex.Pattern;

/// The names of headers, cookies, parameters and keys whose values may be secrets.
///
/// Names are compared by their words, whatever separates them: `accessToken`, `access_token`,
/// `user[access-token]` and `X-Access-Token` have the same words.
public final class SecretNames {
    /// What occurs in names of secrets only, so that it may be a part of a word, as in `phpsessid`.
    private static final String PARTS =
            "passwor[dt]|passwd|pwd|pass-?(?:phrase|code|key)|secret|token(?!s)|credential|session"
                    + "|sessid|cookie|signature|hmac|authori[sz]ation|authentication|csrf|xsrf"
                    + "|saml-?response|assertion|card-?number|social-?security|(?:code|otp)-?verif";

    /// What precedes `key` or `code` in the names of secrets.
    private static final String KEYS =
            "(?:api|app|access|auth|private|subscription|account|shared|sas|functions?|client"
                    + "|consumer|master|admin|service|server|signing|encryption|license|write)-?key";

    private static final String CODES =
            "(?:auth|verification|otp|sms|[m2]fa|access|security|device|recovery|reset|backup"
                    + "|confirmation|login|one-time|pin)-?code";

    /// Short words, which are parts of many others.
    private static final String WORDS =
            "(?<![a-z])(?:(?:user)?pass|pw|pin|t?otp|ssn|sig|sid|jwt|bearer|[m2]fa|cv[cv]2?)(?![a-z])";

    /// `auth` and `oauth`, but not `author` and `authenticated`.
    private static final String AUTH = "(?<![a-z])o?auth(?!or|ent)";

    private static final Pattern SECRET =
            Pattern.compile(
                    String.join("|", PARTS, KEYS, CODES, WORDS, AUTH, "^(?:x-)?(?:code|key)$"));

    /// The border of two words without a separator, as in `accessToken` and `APIKey`.
    private static final Pattern BORDER =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

    private static final int MAX_VARIABLE = 40;

    private SecretNames() {}

    /// Whether the values of a name may be secrets.
    public static boolean contain(String name) {
        return SECRET.matcher(words(name)).find();
    }

    /// The name as that of a variable of the environment, as in `ACCESS_TOKEN`.
    public static String variable(String name) {
        var words = words(name);
        var begun = words.matches("[a-z].*") ? words : "secret-" + words;
        return begun.substring(0, Math.min(begun.length(), MAX_VARIABLE))
                .replaceFirst("-+$", "")
                .replace('-', '_')
                .toUpperCase(Locale.ROOT);
    }

    /// The words in lower case, separated by `-`.
    private static String words(String name) {
        var parts = BORDER.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT);
        var words = SEPARATORS.matcher(parts).replaceAll("-");
        int from = words.startsWith("-") ? 1 : 0;
        int to = words.endsWith("-") ? words.length() - 1 : words.length();
        return words.substring(from, Math.max(from, to));
    }
}
