package dev.loombench.advisory;

import dev.loombench.observe.result.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// The libraries that this repository uses: those that its poms name with a version, and those on
/// the class paths of the jars that have been built, which include what the former bring with them.
final class Dependencies {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.jar");

    /// Of Quarkus: the group and a dot stand before the name.
    private static final Pattern GROUP = Pattern.compile("(?:[a-z][a-z0-9_-]*\\.)+(?=[a-z])");

    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

    private Dependencies() {}

    /// Named in a pom: libraries, plugins and what plugins use.
    static Set<Library> declared(Path home) throws IOException {
        var poms = modules(home).map(module -> module.resolve("pom.xml")).toList();
        var properties = new HashMap<String, String>();
        for (var pom : poms) {
            elements(pom, "properties").forEach(element -> properties.putAll(children(element)));
        }
        var libraries = new LinkedHashSet<Library>();
        for (var pom : poms) {
            elements(pom, "artifactId")
                    .map(artifact -> children((Element) artifact.getParentNode()))
                    .filter(coordinates -> coordinates.containsKey("version"))
                    .forEach(coordinates ->
                            libraries.add(
                                    new Library(
                                            coordinates.getOrDefault("artifactId", ""),
                                            resolved(
                                                    coordinates.getOrDefault("version", ""),
                                                    properties))));
        }
        return libraries;
    }

    /// On the class path of a module's jar, and of a Quarkus application.
    static Set<Library> built(Path home) throws IOException {
        var libraries = new LinkedHashSet<Library>();
        for (var module : modules(home).toList()) {
            var target = module.resolve("target");
            for (var jar : jars(target)) {
                classPath(jar)
                        .map(Dependencies::named)
                        .flatMap(Optional::stream)
                        .forEach(libraries::add);
            }
            for (var jar : jars(target.resolve("quarkus-app/lib/main"))) {
                var name = GROUP.matcher(jar.getFileName().toString()).replaceFirst("");
                named(name).ifPresent(libraries::add);
            }
        }
        return libraries;
    }

    /// `HikariCP` and `7.1.0` of `HikariCP-7.1.0.jar`.
    static Optional<Library> named(String jar) {
        var name = JAR.matcher(jar);
        return name.matches()
                ? Optional.of(new Library(name.group(1), name.group(2)))
                : Optional.empty();
    }

    /// Folders with a pom: the root, its modules, and what is built when it is needed.
    private static Stream<Path> modules(Path home) throws IOException {
        var modules = elements(home.resolve("pom.xml"), "module").map(Element::getTextContent);
        return Stream.concat(Stream.of("", "zoo/liberty/runtime"), modules).map(home::resolve);
    }

    private static List<Path> jars(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    /// Names of the jars in the manifest of a jar.
    private static Stream<String> classPath(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            var manifest = file.getManifest();
            var path =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return path == null
                    ? Stream.empty()
                    : Stream.of(path.split(" ", -1))
                            .map(entry -> entry.substring(entry.lastIndexOf('/') + 1));
        }
    }

    private static String resolved(String version, Map<String, String> properties) {
        return PROPERTY.matcher(version)
                .replaceAll(property -> properties.getOrDefault(property.group(1), "0"));
    }

    private static Stream<Element> elements(Path pom, String name) throws IOException {
        try {
            var nodes =
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(pom.toFile())
                            .getElementsByTagName(name);
            return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(pom + ": " + e.getMessage(), e);
        }
    }

    /// Name -> text of the elements within an element.
    private static Map<String, String> children(Element element) {
        var children = new HashMap<String, String>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inner) {
                children.put(inner.getTagName(), inner.getTextContent().strip());
            }
        }
        return children;
    }
}
