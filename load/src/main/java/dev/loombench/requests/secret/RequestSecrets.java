package dev.loombench.requests.secret;

import dev.loombench.text.SecretNames;
import dev.loombench.text.TextFile;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.SecretHeaders;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.ValueSource;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The secrets of requests that a user gives as they are: each gets a variable, which stands for it
/// wherever requests are stored or shown. Equal texts with the same name get the same one.
public final class RequestSecrets {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*)}");

    /// A text of placeholders, of whatever values.
    private static final Pattern VALUES = Pattern.compile("(?:\\$\\{[^{}]+})+");

    private static final Pattern NOTHING = Pattern.compile("(?!)");

    private final Set<String> taken;
    private final Map<Secret, String> variables = new LinkedHashMap<>();
    private final Map<String, ValueSource> sources = new HashMap<>();

    /// Bytes of bodies -> their name.
    private final Map<ValueSource.Bytes, String> contents = new LinkedHashMap<>();

    /// Variable without its number -> the last number.
    private final Map<String, Integer> numbers = new HashMap<>();

    private record Secret(String variable, String text) {}

    /// @param taken variables of the environment that the requests name
    public RequestSecrets(Set<String> taken) {
        this.taken = Set.copyOf(taken);
    }

    /// The variables of the environment in a header, as in `Bearer ${TOKEN}`.
    public static Set<String> variables(String header) {
        return VARIABLE.matcher(header).results().map(m -> m.group(1)).collect(Collectors.toSet());
    }

    /// A path with its query, as a template.
    ///
    /// @param path in which a `$` has no meaning
    /// @throws WrongInput when it is no path; the message does not show its secrets
    public String path(String path) {
        var template = template(path, PairSecrets.ofPath(path));
        Request.checkedPath(template);
        if (path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
            throw new WrongInput(
                    "a secret in the path %s has characters that no path can have"
                            .formatted(template));
        }
        return template;
    }

    /// The URL of a request without its fragment, which is not sent, as a template.
    ///
    /// @param url in which a `$` has no meaning
    /// @throws WrongInput when it cannot be read; the message does not show its secrets
    public String url(String url) {
        var path = UrlText.target(UrlText.parse(url));
        var sent = url.replaceFirst("(?s)#.*", "");
        // A URL that ends after its host, or has a query there, has no / to begin the path.
        int given = sent.endsWith(path) ? path.length() : path.length() - 1;
        return Template.escaped(sent.substring(0, sent.length() - given))
                + template(path, PairSecrets.ofPath(path)).substring(path.length() - given);
    }

    /// The value of an option of a Java agent, as a template.
    ///
    /// @param value in which a `$` has no meaning
    public String option(String name, String value) {
        return mayBe(name, value) ? placeholder(name, value) : Template.escaped(value);
    }

    /// A value that is a secret, as a template.
    public String secret(String name, String value) {
        return placeholder(name, value);
    }

    /// A body, as a template.
    ///
    /// @param body in which a `$` has no meaning
    public String body(String body) {
        return template(body, BodySecrets.of(body));
    }

    /// The content of a body, as a template: its text, or values that have its bytes, without the
    /// secrets of ASCII text among them.
    public String content(byte[] content) {
        return TextFile.text(content)
                .map(this::body)
                .orElseGet(() -> ofBytes(new String(content, StandardCharsets.ISO_8859_1)));
    }

    /// @param body a character per byte
    private String ofBytes(String body) {
        var template = new StringBuilder();
        int at = 0;
        for (var secret : BodySecrets.ofBytes(body)) {
            template.append(part(body.substring(at, secret.from())));
            BodySecrets.ASCII_OR_OTHER
                    .matcher(body.substring(secret.from(), secret.to()))
                    .results()
                    .map(found ->
                            found.group("ascii") == null
                                    ? bytes(found.group())
                                    : placeholder(secret.name(), found.group()))
                    .forEach(template::append);
            at = secret.to();
        }
        return template.append(part(body.substring(at))).toString();
    }

    /// A part of a body of bytes that has no secret.
    private String part(String text) {
        boolean isAscii =
                BodySecrets.ASCII_OR_OTHER
                        .matcher(text)
                        .results()
                        .allMatch(found -> found.group("ascii") != null);
        return isAscii ? Template.escaped(text) : bytes(text);
    }

    private String bytes(String text) {
        var bytes = ValueSource.Bytes.of(text.getBytes(StandardCharsets.ISO_8859_1));
        return "${" + name(bytes) + "}";
    }

    /// No name of a variable, which has capitals.
    private String name(ValueSource.Bytes bytes) {
        int number = contents.size() + 1;
        return contents.computeIfAbsent(bytes, _ -> number == 1 ? "body" : "body-" + number);
    }

    /// The value of a header, as a template in which `${NAME}`, in capitals, is a variable of the
    /// environment.
    ///
    /// @param value in which every other `$` has no meaning
    /// @throws WrongInput when it is no value; the message does not show its secrets
    public String header(String name, String value) {
        return header(name, value, VARIABLE);
    }

    /// The same for a value in which no `$` has a meaning.
    ///
    /// @throws WrongInput as above
    public String literalHeader(String name, String value) {
        return header(name, value, NOTHING);
    }

    private String header(String name, String value, Pattern variable) {
        var template =
                SecretHeaders.areCookies(name)
                        ? cookies(value, variable)
                        : otherHeader(name, value, variable);
        Request.checkedHeader(name, template);
        if (!Request.fitsHeader(value)) {
            throw new WrongInput(
                    "the secret in header %s must be printable ASCII on one line".formatted(name));
        }
        return template;
    }

    /// `a=1; b=2`: every value may be a secret.
    private String cookies(String value, Pattern variable) {
        var template = new StringBuilder();
        int at = 0;
        while (at < value.length()) {
            int end = value.indexOf(';', at);
            end = end < 0 ? value.length() : end;
            int equals = value.indexOf('=', at, end) + 1;
            int from = equals == 0 ? at : equals;
            while (from < end && value.charAt(from) == ' ') {
                from++;
            }
            var name = equals == 0 ? "cookie" : value.substring(at, equals - 1).strip();
            template.append(Template.escaped(value.substring(at, from)));
            template.append(pieces(name, value.substring(from, end), true, variable));
            template.append(value, end, Math.min(end + 1, value.length()));
            at = end + 1;
        }
        return template.toString();
    }

    private String otherHeader(String name, String value, Pattern variable) {
        var scheme = SecretHeaders.scheme(name, value).orElse("");
        return scheme
                + pieces(
                        name,
                        value.substring(scheme.length()),
                        SecretHeaders.contain(name, value) || SecretText.isIn(value),
                        variable);
    }

    /// A value whose variables stay, and whose other pieces are one secret each.
    private String pieces(String name, String value, boolean secret, Pattern variable) {
        var template = new StringBuilder();
        var found = variable.matcher(value);
        int at = 0;
        while (found.find()) {
            template.append(piece(name, value.substring(at, found.start()), secret));
            template.append(found.group());
            at = found.end();
        }
        return template.append(piece(name, value.substring(at), secret)).toString();
    }

    private String piece(String name, String text, boolean secret) {
        return secret && !text.isBlank() ? placeholder(name, text) : Template.escaped(text);
    }

    private String template(String text, List<SecretText> secrets) {
        var template = new StringBuilder();
        int at = 0;
        for (var secret : secrets) {
            template.append(Template.escaped(text.substring(at, secret.from())));
            template.append(placeholder(secret.name(), text.substring(secret.from(), secret.to())));
            at = secret.to();
        }
        return template.append(Template.escaped(text.substring(at))).toString();
    }

    private String placeholder(String name, String text) {
        var secret = new Secret(SecretNames.variable(name), text);
        return "${" + variables.computeIfAbsent(secret, this::newVariable) + "}";
    }

    private String newVariable(Secret secret) {
        String name;
        do {
            int number = numbers.merge(secret.variable, 1, Integer::sum);
            name = number == 1 ? secret.variable : secret.variable + "_" + number;
        } while (taken.contains(name) || sources.containsKey(name));
        sources.put(name, new ValueSource.Secret(Optional.of(secret.text)));
        return name;
    }

    /// The sources of the values that requests name: their secrets, variables of the environment,
    /// and bytes of bodies.
    public Map<String, ValueSource> sources(List<Request> requests) {
        var used = new LinkedHashMap<String, ValueSource>(ValueSource.Environment.of(requests));
        used.replaceAll((name, variable) -> sources.getOrDefault(name, variable));
        requests.forEach(request -> {
            var names = request.valueNames();
            contents.forEach((bytes, name) -> {
                if (names.contains(name)) {
                    used.put(name, bytes);
                }
            });
        });
        return used;
    }

    /// Whether a value may be a secret, by its name or its text.
    public static boolean mayBe(String name, String value) {
        return SecretNames.contain(name) || SecretText.isIn(value);
    }

    /// The secrets within a text that is a secret as a whole, as that of a URL in a parameter.
    public static List<String> within(String text) {
        return BodySecrets.of(text).stream()
                .map(secret -> text.substring(secret.from(), secret.to()))
                .toList();
    }

    /// Checks that a path of an experiment has no secret, because results contain its requests.
    ///
    /// @param path a template
    /// @throws WrongInput when it may have one; the message does not show it
    public static void requireNone(String path) {
        for (var secret : PairSecrets.ofPath(path)) {
            var value = path.substring(secret.from(), secret.to());
            if (!VALUES.matcher(value).matches()) {
                var variable = SecretNames.variable(secret.name());
                throw new WrongInput(
                        "the path %s may have a secret, and results contain the requests; put ${%s} in place of its value, and export %s with the value before the run"
                                .formatted(maskedPath(path), variable, variable));
            }
        }
    }

    /// A path in which `***` stands for secrets.
    public static String maskedPath(String path) {
        var secrets = new RequestSecrets(Set.of());
        return masked(secrets.template(path, PairSecrets.ofPath(path)));
    }

    /// A body in which `***` stands for secrets.
    public static String maskedBody(String body) {
        return masked(new RequestSecrets(Set.of()).body(body));
    }

    /// The URL of a request without its fragment, in which `***` stands for secrets.
    ///
    /// @throws WrongInput when it cannot be read; the message does not show its secrets
    public static String maskedUrl(String url) {
        return masked(new RequestSecrets(Set.of()).url(url));
    }

    private static String masked(String template) {
        return masked(Template.of(template));
    }

    /// A text in which `***` stands for its placeholders.
    public static String masked(Template template) {
        return template.parts().stream()
                .map(part ->
                        switch (part) {
                            case Template.Literal(var text) -> text;
                            case Template.Placeholder _ -> "***";
                        })
                .collect(Collectors.joining());
    }
}
