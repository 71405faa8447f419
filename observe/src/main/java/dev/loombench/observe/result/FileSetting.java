package dev.loombench.observe.result;

/// A property that a configuration file of an application sets, or a variable of its environment,
/// whose value is not kept.
///
/// @param property as in `server.tomcat.threads.max`, or the name of the variable
/// @param value a number, `true` or `false`, also of the variable that it refers to; empty for
///   others, which are not kept
/// @param file its name, as in `application.yml`, or `environment`
/// @param conditional whether it holds for a profile only
public record FileSetting(String property, String value, String file, boolean conditional) {
    private static final String ENVIRONMENT = "environment";

    /// That of a variable.
    public static FileSetting ofVariable(String name) {
        return new FileSetting(name, "", ENVIRONMENT, false);
    }

    /// Whether a variable sets it.
    public boolean isVariable() {
        return file.equals(ENVIRONMENT);
    }
}
