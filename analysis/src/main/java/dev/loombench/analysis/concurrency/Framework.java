package dev.loombench.analysis.concurrency;

import java.util.regex.Pattern;

/// A framework whose properties set the limits of a service, by the names of its jars and of its
/// properties.
public enum Framework {
    SPRING_BOOT("spring-boot", "spring\\..*", "server.port", ""),
    QUARKUS(
            "(io\\.quarkus\\.)?quarkus-(core|bootstrap-runner)",
            "quarkus\\..*",
            "quarkus.http.port",
            ""),
    MICRONAUT(
            "micronaut-(context|core|inject)",
            "(micronaut|datasources)\\..*",
            "micronaut.server.port",
            ".*");

    /// What stands for the name of a data source in a property.
    private static final String NAME = ".*";

    private final Pattern jar;
    private final Pattern property;
    private final String port;
    private final String unnamed;

    /// @param unnamed what stands in a property where no name of a data source is known
    Framework(String jar, String property, String port, String unnamed) {
        this.jar = Pattern.compile(jar);
        this.property = Pattern.compile(property);
        this.port = port;
        this.unnamed = unnamed;
    }

    /// The property that sets the port of its server.
    public String port() {
        return port;
    }

    /// Whether a jar is its own.
    ///
    /// @param name without the version
    public boolean hasJar(String name) {
        return jar.matcher(name).matches();
    }

    /// Whether a property is one of its own.
    boolean hasProperty(String name) {
        return property.matcher(name).matches();
    }

    /// Whether a word of a command line is one of its settings. The system property `server.port`
    /// is that of Helidon and others too; as an argument it is Spring Boot's.
    boolean isSetBy(String word) {
        return ((word.startsWith("--") || word.startsWith("-D")) && hasProperty(word.substring(2)))
                || word.startsWith("--" + port + "=");
    }

    /// A property of a data source whose name is not known.
    String withoutName(String name) {
        return name.replace(NAME, unnamed);
    }
}
