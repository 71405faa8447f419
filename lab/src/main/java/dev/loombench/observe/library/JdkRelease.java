package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;

/// The release of the JDK that a process runs on, from the file `release` in the home of its
/// `java`.
public final class JdkRelease {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"([\\d.]+)[^\"]*\"");

    private JdkRelease() {}

    /// @return empty where the process runs on no JDK
    /// @throws IOException where the process has ended or is another user's
    public static Optional<String> of(long pid) throws IOException {
        var namespaces = ProcessNamespaces.of(pid);
        var java = Files.readSymbolicLink(namespaces.process().resolve("exe")); // .../bin/java
        var folder = java.getParent();
        if (folder == null || folder.getParent() == null) {
            return Optional.empty();
        }
        var release = namespaces.reach(folder.getParent().resolve("release"));
        return Files.isRegularFile(release)
                ? version(Files.readString(release, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /// `25.0.3` of `JAVA_VERSION="25.0.3"`.
    static Optional<String> version(String release) {
        var version = VERSION.matcher(release);
        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    }
}
