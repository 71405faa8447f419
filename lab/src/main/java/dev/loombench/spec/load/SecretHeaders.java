package dev.loombench.spec.load;

import dev.loombench.spec.text.SpecError;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The rule for headers that may hold a secret: results contain the requests, so their values must
/// consist of variables, apart from the scheme of `Authorization` and the names of cookies.
public final class SecretHeaders {
    private static final List<String> WORDS =
            List.of(
                    "authorization",
                    "cookie",
                    "token",
                    "secret",
                    "session",
                    "password",
                    "credential",
                    "api-key",
                    "apikey");

    private final Pattern withoutSecret;
    private final Pattern cookiesWithoutSecret;

    /// @param variable regular expression of a variable
    public SecretHeaders(String variable) {
        var cookie = "(?:[^=;$\\s]++=)?" + variable;
        withoutSecret = Pattern.compile("(?:[A-Za-z][A-Za-z0-9-]* )?" + variable);
        cookiesWithoutSecret = Pattern.compile(cookie + "(?:; ?" + cookie + ")*+");
    }

    /// @throws SpecError when the header has a secret; the message does not show it
    public void check(String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (value.isEmpty() || WORDS.stream().noneMatch(lower::contains)) {
            return;
        }
        var allowed = lower.equals("cookie") ? cookiesWithoutSecret : withoutSecret;
        if (allowed.matcher(value).matches()) {
            return;
        }
        var variable = lower.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
        throw new SpecError(
                "header %s may hold a secret, and results contain the requests; put ${%s} in place of its value, and export %s with the value before the load"
                        .formatted(name, variable, variable));
    }
}
