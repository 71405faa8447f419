package dev.loombench.text;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.regex.Pattern;

/// The names of headers, cookies, parameters and keys whose values may be secrets.
///
/// Names are compared by their words, whatever separates them: `accessToken`, `access_token`,
/// `user[access-token]` and `X-Access-Token` have the same words.
public final class SecretNames {
    /// What occurs in names of secrets only, so that it may be a part of a word, as in `phpsessid`.
    private static final String PARTS =
            "passwor[dt](?!-?less)|passwd|pwd|pass-?(?:phrase|code|key)|secret(?!ar)|token(?!s|i[sz])"
                    + "|(?:access|api|auth|bearer|id|refresh|session)-?tokens|credential"
                    + "|(?<!ob|pos)session(?!s(?![a-z])|-?(?:count|duration|length|timeout))|(?<!as)sess-?id"
                    + "|cookie(?!cutter|-?(?:banner|consent|notice|polic))|signature|hmac"
                    + "|authori[sz]ation|authentication|csrf|xsrf|saml-?response|assertion(?!s)"
                    + "|c(?:ard|c)-?num(?:ber)?(?![a-z])|social-?security|security-?answer|(?:code|otp)-?verif"
                    + "|contrasena|kennwort|mot-?de-?passe|wachtwoord";

    /// Passwords in other scripts.
    private static final Pattern FOREIGN = Pattern.compile("пароль|密码|密碼|口令|パスワード|비밀번호");

    /// `key`, but not `keyboard`.
    private static final String KEY =
            "-?key(?!board|frame|hole|less|note|pad|point|ring|space|stone|stroke|word)";

    /// What precedes `key` or `code` in the names of secrets.
    private static final String KEYS =
            "(?:api|app|application|access|activation|auth|private|subscription|account|shared|sas"
                    + "|functions?|fastly|client|consumer|deploy|ingest|integration|licen[cs]e|master|admin"
                    + "|root|rsa|service|server|signing|ssh|storage|(?:de|en)cryption|webhook|write)"
                    + KEY;

    /// Headers of providers, as in `X-Insert-Key`.
    private static final String HEADER_KEYS =
            "^x-(?!(?:[a-z0-9-]+-)?(?:cache|idempotency|partition|public|rout(?:e|ing)|sort|surrogate)-key$)"
                    + "[a-z0-9-]+-key$";

    private static final String CODES =
            "(?:auth|activation|authenticator|verification|otp|sms|[m2]fa|access|security|device"
                    + "|recovery|reset|backup|confirmation|login|one-time|pin|unlock|user)-?code";

    /// Short words, which are parts of many others.
    private static final String WORDS =
            "(?<![a-z])(?:(?:user|new|old|my|db|admin|root|login|mail|smtp|ftp|confirm|current|re|u|key|store)?(?:pass|pw)"
                    + "|passw|psw|pword|senha|pin|puk|t?otp|ssn|sig|sid|jwt|bearer|[m2]fa|cv[cv]2?)(?![a-z])";

    /// `auth` and `oauth`, but not `author`, `authenticated` and `auth-type`.
    private static final String AUTH =
            "(?<![a-z])o?auth(?!or|ent|-?(?:method|mode|provider|required|scheme|status|type|ur[il]|user)$)";

    private static final Pattern SECRET =
            Pattern.compile(
                    String.join(
                            "|",
                            PARTS,
                            KEYS,
                            HEADER_KEYS,
                            CODES,
                            WORDS,
                            AUTH,
                            "^(?:x-)?(?:code|key)$",
                            "(?:api|access)-sign$"));

    /// The border of two words without a separator, as in `accessToken` and `APIKey`.
    private static final Pattern BORDER =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private static final Pattern SEPARATORS = Pattern.compile("[^a-z0-9]+");

    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    /// Names of variables, in lower case, that systems and shells set or read.
    private static final Pattern OF_SYSTEMS =
            Pattern.compile(
                    "home|path|user|username|logname|shell|term|display|editor|pager|mail|mailpath|lang|language"
                            + "|hostname|host|pwd|oldpwd|cdpath|ifs|e?uid|ppid|gid|groups|random|seconds|lineno|env|funcname"
                            + "|opt(?:arg|ind|err)|reply|ps[0-4]|te?mp|tmpdir|tz|classpath|java-home"
                            + "|(?:bash|dyld|histfile|jdk-java|java-tool|ld|lc|loombench)(?:-.*)?");

    private static final int MAX_VARIABLE = 40;

    private SecretNames() {}

    /// Whether the values of a name may be secrets.
    ///
    /// Also without the borders of words: those of `APIkey` are not where its capitals end.
    public static boolean contain(String name) {
        var plain = plain(name);
        return SECRET.matcher(words(plain)).find()
                || SECRET.matcher(separated(plain.toLowerCase(Locale.ROOT))).find()
                || FOREIGN.matcher(Normalizer.normalize(name, Form.NFKC).toLowerCase(Locale.ROOT))
                        .find();
    }

    /// The name as that of a variable of the environment, as in `ACCESS_TOKEN`, and in
    /// `SECRET_PATH`, where systems use the variable themselves.
    public static String variable(String name) {
        var words = words(plain(name));
        boolean isFree = words.matches("[a-z].*") && !OF_SYSTEMS.matcher(words).matches();
        var begun = isFree ? words : "secret-" + words;
        return begun.substring(0, Math.min(begun.length(), MAX_VARIABLE))
                .replaceFirst("-+$", "")
                .replace('-', '_')
                .toUpperCase(Locale.ROOT);
    }

    /// The words in lower case, separated by `-`.
    private static String words(String name) {
        return separated(BORDER.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT));
    }

    private static String separated(String parts) {
        var words = SEPARATORS.matcher(parts).replaceAll("-");
        int from = words.startsWith("-") ? 1 : 0;
        int to = words.endsWith("-") ? words.length() - 1 : words.length();
        return words.substring(from, Math.max(from, to));
    }

    /// The name without accents, and in letters of the usual width.
    private static String plain(String name) {
        return MARKS.matcher(Normalizer.normalize(name, Form.NFKD)).replaceAll("");
    }
}
