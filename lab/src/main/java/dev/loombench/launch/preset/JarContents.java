package dev.loombench.launch.preset;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/// The contents of a jar by which a framework is detected.
///
/// @param manifest its main attributes
/// @param files its entries, and the jars of its `Class-Path`
public record JarContents(Map<String, String> manifest, Set<String> files) {

    /// @throws IOException when the file is not a jar
    public static JarContents read(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            var manifest = new HashMap<String, String>();
            if (jar.getManifest() != null) {
                jar.getManifest()
                        .getMainAttributes()
                        .forEach((key, value) -> manifest.put(key.toString(), value.toString()));
            }
            var files = new LinkedHashSet<>(jar.stream().map(ZipEntry::getName).toList());
            files.addAll(classPath(manifest));
            return new JarContents(Map.copyOf(manifest), files);
        }
    }

    private static List<String> classPath(Map<String, String> manifest) {
        var path = manifest.getOrDefault(Attributes.Name.CLASS_PATH.toString(), "");
        return new ArrayList<>(List.of(path.strip().split("\\s+")));
    }
}
