package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.text.TextTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The folders in the class path that a command of `java` names, as that of an image which Jib has
/// made: `java -cp /app/resources:/app/classes:/app/libs/* com.shop.Shop`, or with the class path
/// in a file, `java -cp @/app/jib-classpath-file com.shop.Shop`.
final class ClassPathFolders {
    private static final Set<String> OPTIONS = Set.of("-cp", "-classpath", "--class-path");
    private static final String WITH_VALUE = "--class-path=";

    /// Others before a value, of those that may stand before a main class.
    private static final Set<String> OTHER_OPTIONS =
            Set.copyOf(
                    TextTable.words(
                            """
                            -p --module-path --upgrade-module-path --add-modules --limit-modules
                            --add-reads --add-exports --add-opens --patch-module
                            --enable-native-access
                            """));

    /// The class path does not count then.
    private static final String JAR = "-jar";

    /// Before the name of a file in place of a word.
    private static final String WORDS_FILE = "@";

    /// More than a class path has.
    private static final int MOST = 100;

    private static final int MAX_BYTES = 1 << 20;

    private ClassPathFolders() {}

    /// @return the paths by which this process reaches them
    /// @throws IOException where its command line is not readable
    static List<Path> of(ProcessNamespaces namespaces) throws IOException {
        var bytes = Files.readAllBytes(namespaces.process().resolve("cmdline"));
        var words = new String(bytes, StandardCharsets.UTF_8).split("\0", -1);
        var classPath = classPath(List.of(words));
        var named =
                classPath.startsWith(WORDS_FILE)
                        ? reached(classPath.substring(WORDS_FILE.length()), namespaces)
                                .map(ClassPathFolders::text)
                                .orElse("")
                        : classPath;
        return folders(named).stream()
                .flatMap(folder -> reached(folder, namespaces).stream())
                .toList();
    }

    /// The path of a file or folder of the process; empty where it is none.
    private static Optional<Path> reached(String name, ProcessNamespaces namespaces) {
        try {
            var path = Path.of(name);
            return Optional.of(
                    path.isAbsolute()
                            ? namespaces.reach(path)
                            : namespaces.process().resolve("cwd").resolve(path));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /// That of a file; empty where it is not readable.
    private static String text(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /// The last one of a command line before the main class, as it is named; empty without one.
    static String classPath(List<String> words) {
        var classPath = "";
        for (int i = 1; i < words.size() && isOption(words.get(i)); i++) {
            var word = words.get(i);
            if (word.equals(JAR)) {
                return "";
            }
            if (word.startsWith(WITH_VALUE)) {
                classPath = word.substring(WITH_VALUE.length());
            } else if (OPTIONS.contains(word) && i + 1 < words.size()) {
                classPath = words.get(++i);
            } else if (OTHER_OPTIONS.contains(word)) {
                i++;
            }
        }
        return classPath;
    }

    private static boolean isOption(String word) {
        return word.startsWith("-") || word.startsWith(WORDS_FILE);
    }

    /// The folders of a class path, which may be quoted in a file.
    static List<String> folders(String classPath) {
        return Arrays.stream(classPath.replace("\"", "").strip().split(":", -1))
                .filter(part -> !part.isEmpty() && !part.endsWith(".jar") && !part.endsWith("*"))
                .limit(MOST)
                .toList();
    }
}
