package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.result.JavaRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;

/// The Java runtime that a process runs on, from the file `release` in the home of its `java`.
public final class JdkRelease {
    private JdkRelease() {}

    /// @return empty where the process runs on no JDK
    /// @throws IOException where the process has ended or is another user's
    public static Optional<JavaRuntime> of(long pid) throws IOException {
        var namespaces = ProcessNamespaces.of(pid);
        var java = Files.readSymbolicLink(namespaces.process().resolve("exe")); // .../bin/java
        var folder = java.getParent();
        if (folder == null || folder.getParent() == null) {
            return Optional.empty();
        }
        var release = namespaces.reach(folder.getParent().resolve("release"));
        return Files.isRegularFile(release)
                ? JavaRuntime.ofRelease(Files.readString(release, StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
