package dev.loombench.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A value of a service's environment: text in which `${NAME}` is a variable of the lab.
public final class EnvironmentValue {
    /// Replaces a value that may be secret in results.
    public static final String NOT_STORED = "(not stored)";

    /// The same for a value that no variable of the lab can give again.
    public static final String LOST = "(not stored, and lost)";

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private EnvironmentValue() {}

    /// Whether the value is nothing but a variable of the lab.
    public static boolean isReference(String value) {
        return REFERENCE.matcher(value).matches();
    }

    /// The text of a value beside the variables of the lab in it.
    public static String withoutReferences(String value) {
        return REFERENCE.matcher(value).replaceAll("");
    }

    /// An environment from results, in which variables of the lab give the values that were not
    /// stored, as far as it has them: those of the same names, or where systems use these
    /// themselves, as the lab's own `JAVA_TOOL_OPTIONS`, [others][SecretNames#variable].
    ///
    /// @param lab variables of the lab
    public static Map<String, String> restored(
            Map<String, String> stored, Map<String, String> lab) {
        var restored = new LinkedHashMap<>(stored);
        restored.replaceAll((name, value) -> {
            var variable = SecretNames.variable(name);
            return value.equals(NOT_STORED) && lab.containsKey(variable)
                    ? "${" + variable + "}"
                    : value;
        });
        return restored;
    }

    /// The value with the variables of the lab.
    ///
    /// @param name of the variable that gets the value
    /// @param lab variables of the lab
    /// @throws WrongInput when the lab has no such variable, or the value was not stored
    public static String expanded(String name, String value, Map<String, String> lab) {
        if (value.equals(NOT_STORED)) {
            var variable = SecretNames.variable(name);
            throw new WrongInput(
                    "the value of the variable %s of a service is missing, as results and other machines do not get what may be secret; resume a run with it in the lab's variable %s (export %s=...), or let a service on another machine take it from its environment"
                            .formatted(name, variable, variable));
        }
        if (value.equals(LOST)) {
            throw new WrongInput(
                    "the value of the variable %s of a service is missing: it has several values in the run, or the port of a backend beside a secret, and results have no secrets"
                            .formatted(name));
        }
        return REFERENCE
                .matcher(value)
                .replaceAll(found -> Matcher.quoteReplacement(of(found.group(1), lab)));
    }

    /// A variable of the lab.
    ///
    /// @throws WrongInput when it is not set
    public static String of(String name, Map<String, String> lab) {
        var value = lab.get(name);
        if (value == null) {
            throw new WrongInput("the environment variable %s is not set".formatted(name));
        }
        return value;
    }
}
