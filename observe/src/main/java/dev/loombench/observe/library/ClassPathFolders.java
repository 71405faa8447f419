package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The folders in the class path that a command of `java` names, as that of an image which Jib has
/// made: `java -cp /app/resources:/app/classes:/app/libs/* com.shop.Shop`.
final class ClassPathFolders {
    private static final Set<String> OPTIONS = Set.of("-cp", "-classpath", "--class-path");
    private static final String WITH_VALUE = "--class-path=";

    /// The class path does not count then.
    private static final String JAR = "-jar";

    /// More than a class path has.
    private static final int MOST = 100;

    private ClassPathFolders() {}

    /// @return the paths by which this process reaches them
    /// @throws IOException where its command line is not readable
    static List<Path> of(ProcessNamespaces namespaces) throws IOException {
        var bytes = Files.readAllBytes(namespaces.process().resolve("cmdline"));
        var words = new String(bytes, StandardCharsets.UTF_8).split("\0", -1);
        return named(List.of(words)).stream()
                .flatMap(folder -> reached(folder, namespaces))
                .toList();
    }

    private static Stream<Path> reached(String folder, ProcessNamespaces namespaces) {
        try {
            var path = Path.of(folder);
            return Stream.of(
                    path.isAbsolute()
                            ? namespaces.reach(path)
                            : namespaces.process().resolve("cwd").resolve(path));
        } catch (InvalidPathException noFolder) {
            return Stream.empty();
        }
    }

    /// As they are named. Of several class paths the last one counts.
    ///
    /// @param words of a command line
    static List<String> named(List<String> words) {
        var classPath = "";
        for (int i = 0; i < words.size() && !words.get(i).equals(JAR); i++) {
            var word = words.get(i);
            if (word.startsWith(WITH_VALUE)) {
                classPath = word.substring(WITH_VALUE.length());
            } else if (OPTIONS.contains(word) && i + 1 < words.size()) {
                classPath = words.get(++i);
            }
        }
        return Arrays.stream(classPath.split(":", -1))
                .filter(part -> !part.isEmpty() && !part.endsWith(".jar") && !part.endsWith("*"))
                .limit(MOST)
                .toList();
    }
}
