import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Rewrites jars whose classes are in the format of Java 5 or earlier, in that of Java 8.
///
/// The JDK's AOT cache accepts no older format, since such classes have no stack maps.
public final class UpgradeClassFiles {
    private UpgradeClassFiles() {}

    /// @param jars rewritten in place, where need be
    public static void main(String... jars) throws IOException {
        for (var jar : jars) {
            var file = Path.of(jar);
            if (isOld(file)) {
                upgrade(file);
            }
        }
    }

    private static boolean isOld(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            for (var entry : jar.stream().filter(UpgradeClassFiles::isClass).toList()) {
                try (var in = jar.getInputStream(entry)) {
                    if (isOld(in.readNBytes(8))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /// @param start of a class file: 4 bytes of magic number, 2 of minor and 2 of major version
    private static boolean isOld(byte[] start) {
        return ByteBuffer.wrap(start).getShort(6) < ClassFile.JAVA_6_VERSION;
    }

    private static boolean isClass(JarEntry entry) {
        return entry.getName().endsWith(".class");
    }

    private static void upgrade(Path file) throws IOException {
        var upgraded = Path.of(file + ".new");
        try (var jar = new JarFile(file.toFile());
                var classes = new URLClassLoader(new URL[] {file.toUri().toURL()});
                var out = new JarOutputStream(Files.newOutputStream(upgraded))) {
            var format =
                    ClassFile.of(
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                            ClassFile.ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(classes)));
            for (var entry : jar.stream().toList()) {
                var bytes = jar.getInputStream(entry).readAllBytes();
                out.putNextEntry(withTimeOf(entry));
                out.write(isClass(entry) && isOld(bytes) ? upgrade(format, bytes) : bytes);
                out.closeEntry();
            }
        }
        Files.move(upgraded, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static JarEntry withTimeOf(JarEntry entry) {
        var same = new JarEntry(entry.getName());
        same.setTime(entry.getTime());
        return same;
    }

    private static byte[] upgrade(ClassFile format, byte[] bytes) {
        var transform =
                ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
                        .andThen((type, element) -> {
                            if (element instanceof ClassFileVersion) {
                                type.withVersion(ClassFile.JAVA_8_VERSION, 0);
                            } else {
                                type.with(element);
                            }
                        });
        return format.transformClass(format.parse(bytes), transform);
    }
}
