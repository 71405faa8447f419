package dev.loombench.experiment.variant;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.requests.secret.VariableSecrets;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.SecretNames;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The values in a command that may be secrets: those of properties, options and variables
/// (`-Ddb.password=...`, `--token ...`, `env API_KEY=...`), passwords in URLs, and those of [Java
/// agents][AgentOptions]. The service gets them, and no result has them.
public final class CommandSecrets {
    static final String MASK = "***";

    private static final String VALUE = "value";
    private static final String WORD = "word";
    private static final String PASSWORD = "password";

    private static final String NAME = "[A-Za-z_][\\w.\\[\\]-]*+";

    private static final String BEFORE_NAME = "(?<![\\w./\\[\\]-])";

    private static final String QUOTED = "\"[^\"]*+\"|'[^']*+'";

    /// A word that is an option with its value, in which a space has no meaning.
    private static final Pattern OPTION_WORD =
            Pattern.compile("(?:-D|--?)(?<name>" + NAME + ")=(?<value>.+)", Pattern.DOTALL);

    /// A word that is a variable with its value.
    private static final Pattern VARIABLE_WORD =
            Pattern.compile("(?<name>" + NAME + ")=(?<value>\\S+)");

    /// A word that is an option, whose value may be the next one.
    private static final Pattern OPTION = Pattern.compile("--?(?<name>[A-Za-z][\\w.-]*+)");

    /// In a script or another text of several words: a name with its value, an option before a
    /// word, and a password in a URL.
    private static final Pattern IN_TEXT =
            Pattern.compile(
                    BEFORE_NAME
                            + "(?:-D|--?)?(?<name>"
                            + NAME
                            + ")=(?<value>(?:"
                            + QUOTED
                            + "|[^\\s\"';|&<>()`])++)"
                            + "|"
                            + BEFORE_NAME
                            + "--?(?<option>[A-Za-z][\\w.-]*+)[ \\t]++(?<word>"
                            + QUOTED
                            + "|[^\\s\"'-][^\\s\"']*+)"
                            + "|://[^/\\s:@?#\"']*+:(?<password>[^/\\s@?#\"']++)@");

    /// Values that are none, whatever their name: switches, schemes of authentication, short
    /// numbers with a unit, references to variables, ports, and files.
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "(?i)true|false|yes|no|on|off|none|null|auto|basic|digest|bearer|lax|strict"
                            + "|\\d{1,5}[a-z]{0,2}"
                            + "|\\$(?:[a-z_]\\w*|[{(].*)?|\\{(?:[a-z0-9-]+\\.)?port\\}"
                            + "|(?:[a-z]+:)?[.~]{0,2}(?:/[\\w.-]+)+\\.[a-z][a-z0-9]{0,11}"
                            + "|\\w[\\w.-]*\\.(?:conf|crt|jar|jks|js|json|key|p12|pem|properties|py|toml|ya?ml)",
                    Pattern.DOTALL);

    /// Names of settings that belong to a secret, as in `password-encoder` and `session.timeout`,
    /// and of switches before another word, as in `--no-auth server`.
    private static final Pattern OF_SETTINGS =
            Pattern.compile(
                    "(?i).*(?:file|path|dir|directory|folder|location|config|type|class|method|name"
                            + "|encoder|algorithm|provider|factory|policy|mode|ur[il]|enabled|timeout|size"
                            + "|length|count|interval|ttl|domain|namespace|store|prefix|suffix|scheme"
                            + "|realm|issuer|audience|scope|expir(?:y|ation)|lifetime|format|host|port)s?"
                            + "|(?:no|enable|disable|skip)-(?!reply).*");

    /// What a dotted name may have in any part, as in `app.token.live`. Of other names of secrets
    /// the last part counts: `spring.session.redis.cleanup-cron` is none.
    private static final Pattern IN_ANY_PART =
            Pattern.compile("(?i)passw|secret|token|credential|key(?![a-z])");

    /// A host and its port, which look like a name and its value.
    private static final Pattern ADDRESS = Pattern.compile("[\\w.-]+:\\d{1,5}");

    /// In place of a value where a text is read again; no value begins with it.
    private static final String LEFT_OUT = "\n";

    private final BinaryOperator<String> secret;
    private final UnaryOperator<String> rest;
    private final UnaryOperator<String> harmless;

    /// @param harmless the replacement of a value within another one
    private CommandSecrets(
            BinaryOperator<String> secret,
            UnaryOperator<String> rest,
            UnaryOperator<String> harmless) {
        this.secret = secret;
        this.rest = rest;
        this.harmless = harmless;
    }

    /// A word of a command, or a whole one, whose secrets are replaced.
    ///
    /// @param secret the replacement of a name and its value
    /// @param rest the replacement of all other text
    public static String mapped(
            String text, BinaryOperator<String> secret, UnaryOperator<String> rest) {
        var secrets = new CommandSecrets(secret, rest, rest);
        return AgentOptions.mappedIn(text, secrets::ofAgent, secrets::outsideAgents);
    }

    /// The words of a command, whose secrets are replaced.
    private static List<String> mapped(List<String> words, BinaryOperator<String> secret) {
        var mapped = new ArrayList<String>();
        var option = "";
        for (var word : words) {
            var named = OPTION.matcher(option);
            boolean follows =
                    named.matches() && !word.startsWith("-") && isSecret(named.group("name"), word);
            mapped.add(
                    follows
                            ? secret.apply(named.group("name"), word)
                            : mapped(word, secret, text -> text));
            option = word;
        }
        return mapped;
    }

    /// A word of a command in which `***` stands for values that may be secrets.
    public static String masked(String word) {
        return mapped(word, (_, _) -> MASK, text -> text);
    }

    /// The words of a command in which `***` stands for values that may be secrets.
    public static List<String> masked(List<String> words) {
        return mapped(words, (_, _) -> MASK);
    }

    /// The values of a command that may be secrets, and the secrets within them.
    public static List<String> of(List<String> words) {
        var secrets = new ArrayList<String>();
        var _ =
                mapped(
                        words,
                        (_, value) -> {
                            secrets.add(value);
                            return value;
                        });
        return secrets.stream()
                .flatMap(value ->
                        Stream.concat(Stream.of(value), RequestSecrets.within(value).stream()))
                .distinct()
                .toList();
    }

    /// Whether a variable of a service's environment may have a secret: by its name or its text, or
    /// as in options of a JVM. References to variables of the lab are none, except as the value of
    /// such a name.
    public static boolean inVariable(String name, String value) {
        return !value.isEmpty()
                && (VariableSecrets.mayBe(name, value)
                        || !of(List.of(name + "=" + EnvironmentValue.withoutReferences(value)))
                                .isEmpty());
    }

    /// Checks that a command has its secrets, which one from results does not have.
    ///
    /// @throws WrongInput when one was not stored
    public static void requireStored(List<String> words) {
        AgentOptions.requireStored(words);
        var _ =
                mapped(
                        words,
                        (name, value) -> {
                            requireStored(name, value);
                            return value;
                        });
    }

    private static void requireStored(String name, String value) {
        if (value.equals(MASK)) {
            var variable = SecretNames.variable(name);
            throw new WrongInput(
                    "the value of %s in a command is missing: *** stands for it, as results and other machines do not get what may be secret; write the value in its place, resume a run with it in the variable %s (export %s=...), or let a service on another machine take it from its environment"
                            .formatted(name, variable, variable));
        }
    }

    /// The words of a command with secrets that were not stored, as far as variables of the lab
    /// have them.
    public static List<String> restored(List<String> words, Map<String, String> lab) {
        return mapped(
                words,
                (name, value) ->
                        value.equals(MASK)
                                ? lab.getOrDefault(SecretNames.variable(name), value)
                                : value);
    }

    /// The variables of the lab that give a command its secrets again -> the secrets.
    public static Map<String, Set<String>> variables(List<String> words) {
        var variables = new LinkedHashMap<String, Set<String>>();
        var _ =
                mapped(
                        words,
                        (name, value) -> {
                            variables
                                    .computeIfAbsent(
                                            SecretNames.variable(name), _ -> new HashSet<>())
                                    .add(value);
                            return value;
                        });
        return variables;
    }

    private String ofAgent(String name, String value) {
        return value.equals(MASK) || RequestSecrets.mayBe(name, value)
                ? secret.apply(name, value)
                : rest.apply(value);
    }

    private String outsideAgents(String text) {
        for (var word : List.of(OPTION_WORD, VARIABLE_WORD)) {
            var found = word.matcher(text);
            if (found.matches()) {
                return rest.apply(text.substring(0, found.start(VALUE)))
                        + value("", found.group("name"), found.group(VALUE));
            }
        }
        return text("", text);
    }

    /// The secrets of several words, or of a value.
    ///
    /// @param within begins their names: that of the value
    private String text(String within, String text) {
        var mapped = new StringBuilder();
        var found = IN_TEXT.matcher(text);
        int at = 0;
        int from = 0;
        while (found.find(from)) {
            var part = part(found);
            if (part.equals(WORD) && !isSecret(found.group("option"), found.group(WORD))) {
                from = found.end("option"); // the word may begin with a name
                continue;
            }
            mapped.append(rest.apply(text.substring(at, found.start(part))));
            mapped.append(
                    part.equals(PASSWORD)
                            ? secret.apply(within + PASSWORD, found.group(PASSWORD))
                            : quoted(within, name(found), found.group(part)));
            at = found.end(part);
            from = found.end();
        }
        return mapped.append(rest.apply(text.substring(at))).toString();
    }

    /// The group of the value.
    private static String part(Matcher found) {
        return found.group(VALUE) != null ? VALUE : found.group(WORD) != null ? WORD : PASSWORD;
    }

    private static String name(Matcher found) {
        return found.group(VALUE) != null ? found.group("name") : found.group("option");
    }

    /// A value whose quotes stay.
    private String quoted(String within, String name, String value) {
        int last = value.length() - 1;
        char quote = value.charAt(0);
        if ((quote == '"' || quote == '\'') && value.indexOf(quote, 1) == last) {
            var mark = rest.apply(String.valueOf(quote));
            return mark + value(within, name, value.substring(1, last)) + mark;
        }
        return value(within, name, value);
    }

    /// A value: a secret as a whole, or, as a URL, in parts. Parts have none of their own.
    private String value(String within, String name, String value) {
        if (isSecret(name, value)) {
            return secret.apply(within + name, value);
        }
        if (!within.isEmpty()) {
            return RequestSecrets.mayBe("", value)
                    ? secret.apply(within + name, value)
                    : harmless.apply(value);
        }
        var parts = name + "-";
        return mayBeOtherwise(parts, value) ? secret.apply(name, value) : text(parts, value);
    }

    /// Whether a value has a secret beside its named values and passwords, as JSON may.
    private static boolean mayBeOtherwise(String parts, String value) {
        var without =
                new CommandSecrets((_, _) -> LEFT_OUT, text -> text, _ -> LEFT_OUT)
                        .text(parts, value);
        return !ADDRESS.matcher(without).matches() && RequestSecrets.mayBe("", without);
    }

    /// Whether a value is a secret by its name.
    private static boolean isSecret(String name, String value) {
        return value.equals(MASK) || (!value.isEmpty() && !isHarmless(value) && isSecret(name));
    }

    private static boolean isSecret(String name) {
        return !OF_SETTINGS.matcher(name).matches()
                && SecretNames.contain(name)
                && (IN_ANY_PART.matcher(name).find()
                        || SecretNames.contain(name.substring(name.lastIndexOf('.') + 1)));
    }

    /// Also a list, as in `--set auth=true,false`.
    private static boolean isHarmless(String value) {
        return HARMLESS.matcher(value).matches()
                || Stream.of(value.split(",", -1))
                        .allMatch(part -> HARMLESS.matcher(part).matches());
    }
}
