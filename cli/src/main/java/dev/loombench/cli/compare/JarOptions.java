package dev.loombench.cli.compare;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that make several variants of a jar.
public final class JarOptions {
    @Option(
            names = "--set",
            paramLabel = "KEY=A,B",
            description = {
                "With jars: a variant of each per value; with JAR:KEY=A,B of the one with this"
                        + " name. Program arguments --KEY=A for Spring Boot, else JVM flags"
                        + " -DKEY=A. Repeatable: every combination."
            })
    private List<String> settings = List.of();

    @Option(
            names = "--models",
            paramLabel = "LIST",
            description = {
                "With one jar: a variant per thread model of pool:N, virtual and governed, by the"
                        + " settings of its framework. Combines with --set."
            })
    private @Nullable String models;

    public List<String> settings() {
        return settings;
    }

    /// The list of `--models`; empty when it is not given.
    public Optional<String> models() {
        return Optional.ofNullable(models);
    }

    public boolean isGiven() {
        return !settings.isEmpty() || models != null;
    }
}
