package dev.loombench.launch;

import dev.loombench.base.Sha256;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/// Checksums that distinguish the builds of a program: SHA-256 over its files, in order.
///
/// A runtime that is built once is not included: its name contains its version.
final class Builds {
    private static final int CHUNK = 1 << 16;

    private Builds() {}

    /// The checksum of a jar and the jars that its manifest names, or of a binary.
    static String of(Artifact artifact) {
        return switch (artifact) {
            case Artifact.Jar jar -> ofJar(jar.file());
            case Artifact.Binary binary -> ofFiles(List.of(binary.file()));
        };
    }

    /// The checksum of the jar that this process was started from; empty where it was started from
    /// folders.
    static Optional<String> ofLab() {
        var first = System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
        var jar = Path.of(first);
        return Files.isRegularFile(jar) ? Optional.of(ofJar(jar)) : Optional.empty();
    }

    /// @param jar with the class path of its manifest
    static String ofJar(Path jar) {
        return ofFiles(files(jar));
    }

    /// A file, and where it is a jar those of its manifest's class path.
    static List<Path> files(Path file) {
        var files = new ArrayList<Path>(List.of(file));
        classPath(file).stream()
                .map(name -> file.resolveSibling(name))
                .filter(Files::isRegularFile)
                .forEach(files::add);
        return files;
    }

    private static List<String> classPath(Path jar) {
        try (var file = new JarFile(jar.toFile())) {
            var manifest = file.getManifest();
            var names =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return names == null ? List.of() : List.of(names.strip().split("\\s+", -1));
        } catch (ZipException noJar) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar, e);
        }
    }

    static String ofFiles(List<Path> files) {
        var digest = Sha256.digest();
        for (var file : files) {
            add(file, digest);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String ofBytes(byte[] bytes) {
        return Sha256.of(bytes);
    }

    private static void add(Path file, MessageDigest digest) {
        var chunk = new byte[CHUNK];
        try (var in = Files.newInputStream(file)) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
