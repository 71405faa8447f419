package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.result.Library;
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
/// all of whose classes came from a CDS or AOT cache may be missing. Those that a server has closed
/// are taken too ([ClosedJars]).
public final class OpenJars {
    private static final Pattern NAME = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.[jw]ar");
    private static final int MOST_NESTED = 2_000;

    /// The attribute that names the class of an agent which starts with the JVM.
    private static final String AGENT = "Premain-Class";

    private static final String SPRING_LOADER = "org.springframework.boot.loader.";

    private OpenJars() {}

    /// @throws IOException where its open files are not readable
    public static List<Library> of(long pid) throws IOException {
        var namespaces = ProcessNamespaces.of(pid);
        var libraries = new LinkedHashSet<Library>();
        for (var jar : paths(namespaces)) {
            libraries.addAll(in(namespaces.reach(jar), jar));
        }
        return List.copyOf(libraries);
    }

    /// The paths of the jars, as the process knows them, with those that a server has closed.
    ///
    /// @throws IOException where its open files are not readable
    static Set<Path> paths(ProcessNamespaces namespaces) throws IOException {
        var jars = new LinkedHashSet<Path>();
        try (var links = Files.newDirectoryStream(namespaces.process().resolve("fd"))) {
            for (var link : links) {
                target(link)
                        .filter(file -> file.toString().matches("/.*\\.[jw]ar"))
                        .ifPresent(jars::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        jars.addAll(ClosedJars.of(jars, namespaces));
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
            var manifest = attributes(file);
            if (named.isEmpty()) {
                described(manifest, jar.getFileName().toString()).ifPresent(libraries::add);
            }
            springLoader(manifest).ifPresent(libraries::add);
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
    public static Optional<Library> named(String file) {
        var name = NAME.matcher(file);
        return name.matches()
                ? Optional.of(new Library(name.group(1), name.group(2)))
                : Optional.empty();
    }

    private static Attributes attributes(JarFile jar) throws IOException {
        var manifest = jar.getManifest();
        return manifest == null ? new Attributes() : manifest.getMainAttributes();
    }

    /// A jar whose file has no version in its name. Java agents are named by their file, as
    /// `dd-java-agent.jar` is; their titles differ from it.
    ///
    /// @param file its name
    static Optional<Library> described(Attributes manifest, String file) {
        var version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        var name =
                manifest.getValue(AGENT) == null
                        ? manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE)
                        : file.substring(0, file.lastIndexOf('.'));
        return name == null || version == null
                ? Optional.empty()
                : Optional.of(new Library(name, version));
    }

    /// The classes of Spring Boot that load an executable jar. They lie in that jar itself.
    static Optional<Library> springLoader(Attributes manifest) {
        var main = manifest.getValue(Attributes.Name.MAIN_CLASS);
        var version = manifest.getValue("Spring-Boot-Version");
        return main == null || version == null || !main.startsWith(SPRING_LOADER)
                ? Optional.empty()
                : Optional.of(new Library("spring-boot-loader", version));
    }
}
