package dev.loombench.report.scope;

import static dev.loombench.report.Format.plain;

import dev.loombench.result.RunManifest;
import java.util.HashSet;
import java.util.Optional;
import java.util.stream.Collectors;

/// The JDKs of the variants of a run, in words.
public final class JdkText {
    private JdkText() {}

    /// `JDK: 21.0.8+9 (Eclipse Adoptium) in /opt/jdk-21`, by variant where they differ; empty where
    /// none is known before the start.
    public static Optional<String> of(RunManifest manifest) {
        var jdks = manifest.jdks();
        if (jdks.isEmpty()) {
            return Optional.empty();
        }
        boolean isSame =
                new HashSet<>(jdks.values()).size() == 1
                        && jdks.size() == manifest.experiment().variants().size();
        return Optional.of(
                isSame
                        ? "JDK: " + plain(jdks.values().iterator().next())
                        : jdks.entrySet().stream()
                                .map(e ->
                                        "%s: %s".formatted(plain(e.getKey()), plain(e.getValue())))
                                .collect(Collectors.joining("; ", "JDK of ", "")));
    }
}
