package dev.loombench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// Jars that tests write, each with a manifest.
public final class SampleJar {
    private SampleJar() {}

    /// A jar of empty files.
    public static Path write(Path file, Map<String, String> attributes, String... names)
            throws IOException {
        var entries = new LinkedHashMap<String, byte[]>();
        for (var name : names) {
            entries.put(name, new byte[0]);
        }
        return write(file, attributes, entries);
    }

    /// A jar of some classes of the tests.
    public static Path ofClasses(Path file, Map<String, String> attributes, Class<?>... classes)
            throws IOException {
        var entries = new LinkedHashMap<String, byte[]>();
        for (var type : classes) {
            entries.put(entry(type), bytes(type));
        }
        return write(file, attributes, entries);
    }

    /// @param entries contents by their names in the jar
    public static Path write(Path file, Map<String, String> attributes, Map<String, byte[]> entries)
            throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (var entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return file;
    }

    /// The name of a class's file in a jar.
    public static String entry(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    public static byte[] bytes(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream("/" + entry(type))) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
