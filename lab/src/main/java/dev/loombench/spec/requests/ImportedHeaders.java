package dev.loombench.spec.requests;

import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.SecretHeaders;
import dev.loombench.spec.load.Template;
import dev.loombench.spec.text.SpecError;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The headers of one request while its file is read, without those that the load generator sets.
///
/// A value becomes a template in which `${NAME}`, in capitals, is a variable of the environment and
/// every other `$` is literal.
final class ImportedHeaders {
    /// Headers of the connection (RFC 9110, section 7.6.1) and of the message's length and target.
    private static final Set<String> GENERATED =
            Set.of(
                    "host",
                    "content-length",
                    "transfer-encoding",
                    "connection",
                    "proxy-connection",
                    "keep-alive",
                    "te",
                    "trailer",
                    "upgrade",
                    "http2-settings",
                    "expect");

    private static final String VARIABLE = "\\$\\{[A-Z][A-Z0-9_]*}";

    private static final Pattern VARIABLES = Pattern.compile(VARIABLE);

    private static final SecretHeaders SECRETS = new SecretHeaders(VARIABLE);

    /// Name in lower case -> header.
    private final Map<String, Header> headers = new LinkedHashMap<>();

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

    void addDefault(String name, String value) {
        headers.putIfAbsent(lower(name), new Header(name, value));
    }

    /// The headers to send, as templates.
    ///
    /// @throws SpecError when one is not allowed, or has a secret; the message does not show it
    Map<String, String> templates() {
        var templates = new LinkedHashMap<String, String>();
        headers.forEach((lower, header) -> {
            // HTTP/2 has pseudo-headers, as in :authority.
            if (!GENERATED.contains(lower) && !lower.startsWith(":")) {
                SECRETS.check(header.name, header.value);
                var template = template(header.value);
                templates.put(header.name, Request.checkedHeader(header.name, template));
            }
        });
        return templates;
    }

    private static String template(String value) {
        var template = new StringBuilder();
        var variables = VARIABLES.matcher(value);
        int from = 0;
        while (variables.find()) {
            template.append(Template.escaped(value.substring(from, variables.start())));
            template.append(variables.group());
            from = variables.end();
        }
        return template.append(Template.escaped(value.substring(from))).toString();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
