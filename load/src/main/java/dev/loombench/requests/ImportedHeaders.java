package dev.loombench.requests;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextTable;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.SecretHeaders;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The headers of one request while its file is read, without those that the load generator sets.
final class ImportedHeaders {
    /// Headers of the connection (RFC 9110, section 7.6.1) and of the message's length and target.
    private static final Set<String> GENERATED =
            Set.copyOf(
                    TextTable.words(
                            """
                            host content-length transfer-encoding connection proxy-connection
                            keep-alive te trailer upgrade http2-settings expect
                            """));

    /// Name in lower case -> header.
    private final Map<String, Header> headers = new LinkedHashMap<>();

    /// Names in lower case.
    private final Set<String> unsent = new HashSet<>();

    private record Header(String name, String value) {}

    /// Adds a header; a further one of that name is appended to the first, as RFC 9110, section 5.3
    /// allows.
    void add(String name, String value) {
        var separator = lower(name).equals("cookie") ? "; " : ", ";
        headers.merge(
                lower(name),
                new Header(name, value),
                (first, next) -> new Header(first.name, first.value + separator + next.value));
    }

    /// Adds a header unless there is one of that name, or it shall not be sent.
    void addDefault(String name, String value) {
        if (!unsent.contains(lower(name))) {
            headers.putIfAbsent(lower(name), new Header(name, value));
        }
    }

    /// Leaves a header without a default.
    void omit(String name) {
        unsent.add(lower(name));
    }

    /// Changes the value of a header where there is one.
    ///
    /// @return whether there is one
    boolean change(String name, UnaryOperator<String> change) {
        return headers.computeIfPresent(
                        lower(name), (_, h) -> new Header(h.name, change.apply(h.value)))
                != null;
    }

    /// The variables of the environment that the values name.
    Set<String> variables() {
        var variables = new HashSet<String>();
        headers.values().forEach(h -> variables.addAll(RequestSecrets.variables(h.value)));
        return variables;
    }

    void dropCookies() {
        headers.values().removeIf(header -> SecretHeaders.areCookies(header.name));
    }

    /// The headers to send, as templates in which `${NAME}`, in capitals, is a variable of the
    /// environment and every other `$` is literal.
    ///
    /// @throws WrongInput when one is not allowed; the message does not show a secret
    Map<String, String> templates(RequestSecrets secrets) {
        var templates = new LinkedHashMap<String, String>();
        headers.forEach((lower, header) -> {
            // HTTP/2 has pseudo-headers, as in :authority.
            if (!GENERATED.contains(lower) && !lower.startsWith(":")) {
                templates.put(header.name, secrets.header(header.name, header.value));
            }
        });
        return templates;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
