package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.result.Library;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/// The libraries of a JVM: the jars that it has open (`/proc/PID/fd`), and the jars within them, as
/// in a jar of Spring Boot.
///
/// Open jars are those that classes came from, whatever class path or module path named them. A jar
/// all of whose classes came from a CDS or AOT cache may be missing.
public final class OpenJars {
    private static final Pattern NAME = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.[jw]ar");
    private static final int MOST_NESTED = 2_000;

    private OpenJars() {}

    /// @throws IOException where its open files are not readable
    public static List<Library> of(long pid) throws IOException {
        var namespaces = ProcessNamespaces.of(pid);
        try {
            var libraries = new LinkedHashSet<Library>();
            for (var jar : jars(namespaces.process().resolve("fd"))) {
                libraries.addAll(in(namespaces.reach(jar), jar));
            }
            return List.copyOf(libraries);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static Set<Path> jars(Path descriptors) throws IOException {
        var jars = new LinkedHashSet<Path>();
        try (var links = Files.newDirectoryStream(descriptors)) {
            for (var link : links) {
                target(link)
                        .filter(file -> file.toString().matches("/.*\\.[jw]ar"))
                        .ifPresent(jars::add);
            }
        }
        return jars;
    }

    private static Optional<Path> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link));
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    /// @param visible the path by which this process can read it
    private static List<Library> in(Path visible, Path jar) {
        var libraries = new ArrayList<Library>();
        var named = named(jar.getFileName().toString());
        named.ifPresent(libraries::add);
        try (var file = new JarFile(visible.toFile())) {
            if (named.isEmpty()) {
                titled(file).ifPresent(libraries::add);
            }
            file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".jar"))
                    .limit(MOST_NESTED)
                    .flatMap(name -> named(name.substring(name.lastIndexOf('/') + 1)).stream())
                    .forEach(libraries::add);
        } catch (IOException e) {
            return libraries; // replaced or removed since it was opened: its name is known
        }
        return libraries;
    }

    /// `HikariCP` and `7.0.2` of `HikariCP-7.0.2.jar`.
    static Optional<Library> named(String file) {
        var name = NAME.matcher(file);
        return name.matches()
                ? Optional.of(new Library(name.group(1), name.group(2)))
                : Optional.empty();
    }

    private static Optional<Library> titled(JarFile jar) throws IOException {
        if (jar.getManifest() == null) {
            return Optional.empty();
        }
        var attributes = jar.getManifest().getMainAttributes();
        var title = attributes.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
        var version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return title == null || version == null
                ? Optional.empty()
                : Optional.of(new Library(title, version));
    }
}
