package dev.loombench.requests.secret;

import dev.loombench.text.EnvironmentValue;
import java.util.Locale;
import java.util.regex.Pattern;

/// Secrets in variables of a service's environment. Results have the other values, so that more is
/// taken for a secret than in a request: also what only looks like one.
public final class VariableSecrets {
    /// Words in names of variables whose values may be secrets, in addition to those of requests.
    private static final Pattern NAME =
            Pattern.compile(
                    "(?:^|_)(?:[a-z0-9]*(?:pass|pwd?|keys?|creds?|dsn|psk)|salt|pepper|pem"
                            + "|private|mnemonic|licen[cs]es?|webhooks?"
                            + "|conn(?:ection)?_?str(?:ing)?"
                            + "|passord|losenord|adgangskode|salasana|haslo|heslo|jelszo|parol[ae]?"
                            + "|sifre|clave|chave|mdp|geheim[a-z]*|schluessel|sleutel|mima"
                            + "|(?:kata)?sandi|matkhau)[0-9]*(?:_|$)");

    /// Names of users, whose passwords may follow them.
    private static final Pattern USERS =
            Pattern.compile("(?:^|_)(?:users?|logins?|accounts?|user_?info)$");

    /// A user without a password, in a URL.
    private static final Pattern USER = Pattern.compile("://[^\\s/@:]++@");

    /// A user with a password before a host, as in `ada:sesame@tcp(h)` and `thin:ada/sesame@h`, and
    /// where the password has characters that URLs do not have.
    private static final Pattern CREDENTIALS =
            Pattern.compile(
                    "://[^\\s/@:]*+:\\S{1,500}@"
                            + "|[^\\s/:@][/:](?!/)[^\\s@]{0,500}[^\\s@/:]@[\\w.\\[(/]");

    private VariableSecrets() {}

    /// Whether the value of a variable may be a secret, or have one. Its references to variables of
    /// the lab are none.
    public static boolean mayBe(String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        var literal = EnvironmentValue.withoutReferences(value);
        return RequestSecrets.mayBe(name, literal)
                || NAME.matcher(lower).find()
                || (USERS.matcher(lower).find() && literal.contains(":"))
                || CREDENTIALS.matcher(USER.matcher(literal).replaceAll("://")).find()
                || RandomText.isIn(literal);
    }
}
