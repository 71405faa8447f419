package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Jars of an application that its server opens to load a class, and closes once it has started:
/// those beside the jar that starts an application of Quarkus, and those of web applications in
/// Tomcat.
///
/// Sources: `io.quarkus.bootstrap.runner.RunnerClassLoader`;
/// `org.apache.catalina.webresources.AbstractArchiveResourceSet`.
final class ClosedJars {
    private static final String JAR = ".jar";
    private static final String WAR = ".war";

    /// The jar that starts an application of Quarkus, and the folders beside it.
    private static final String QUARKUS = "quarkus-run.jar";

    private static final List<String> OF_QUARKUS = List.of("app", "lib/boot", "lib/main");

    /// The option that names the folder of a Tomcat, as its scripts pass it.
    private static final String TOMCAT = "-Dcatalina.base=";

    private final ProcessNamespaces namespaces;
    private final List<Path> jars = new ArrayList<>();

    private ClosedJars(ProcessNamespaces namespaces) {
        this.namespaces = namespaces;
    }

    /// Their paths, as the process knows them.
    ///
    /// @param open jars that it has open
    /// @throws IOException where its command line or such a folder is not readable
    static List<Path> of(Collection<Path> open, ProcessNamespaces namespaces) throws IOException {
        var closed = new ClosedJars(namespaces);
        for (var jar : open) {
            if (jar.endsWith(QUARKUS)) {
                for (var folder : OF_QUARKUS) {
                    closed.add(jar.resolveSibling(folder), JAR);
                }
            }
        }
        var tomcat = closed.tomcat();
        if (tomcat.isPresent()) {
            closed.addApplications(tomcat.get().resolve("webapps"));
        }
        return List.copyOf(closed.jars);
    }

    private Optional<Path> tomcat() throws IOException {
        var bytes = Files.readAllBytes(namespaces.process().resolve("cmdline"));
        return Arrays.stream(new String(bytes, StandardCharsets.UTF_8).split("\0", -1))
                .filter(word -> word.startsWith(TOMCAT))
                .map(word -> word.substring(TOMCAT.length()))
                .flatMap(name -> absolute(name).stream())
                .findFirst();
    }

    private static Optional<Path> absolute(String name) {
        try {
            return Optional.of(Path.of(name)).filter(Path::isAbsolute);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /// Web applications as files, and as the folders into which Tomcat unpacks these.
    private void addApplications(Path folder) throws IOException {
        add(folder, WAR);
        for (var application : in(folder)) {
            add(application.resolve("WEB-INF/lib"), JAR);
        }
    }

    /// @param end of the names of files
    private void add(Path folder, String end) throws IOException {
        in(folder).stream().filter(file -> file.toString().endsWith(end)).forEach(jars::add);
    }

    /// What is in a folder of the process; nothing where there is no such folder.
    private List<Path> in(Path folder) throws IOException {
        var here = namespaces.reach(folder);
        if (!Files.isDirectory(here)) {
            return List.of();
        }
        try (var files = Files.list(here)) {
            return files.map(file -> folder.resolve(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
