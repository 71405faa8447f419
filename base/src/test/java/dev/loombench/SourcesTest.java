package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whoever opens a package sees all its files, and whoever opens a file can read it to its end.
class SourcesTest {
    private static final Path HOME =
            Path.of(System.getProperty("loombench.home")).toAbsolutePath().normalize();

    private static final int MAX_LINES = 400;

    /// The Java files of the project, by their paths in it.
    private static final List<String> FILES = new ArrayList<>();

    @BeforeAll
    static void findFiles() throws IOException {
        ProjectFiles.below(HOME).stream()
                .map(file -> HOME.relativize(file).toString())
                .filter(file -> file.endsWith(".java"))
                .forEach(FILES::add);
        assertThat(FILES).hasSizeGreaterThan(1_000);
    }

    @Test
    void no_file_has_more_lines_than_are_read_at_once() throws IOException {
        var longer = new ArrayList<String>();
        for (var file : FILES) {
            int lines = Files.readAllLines(HOME.resolve(file)).size();
            if (lines > MAX_LINES) {
                longer.add(file + ": " + lines);
            }
        }
        assertThat(longer).isEmpty();
    }

    /// Fixtures count too.
    @ParameterizedTest
    @CsvSource({"src/main/java, 25", "src/test/java, 40"})
    void no_package_has_more_files_than_are_seen_at_once(String sources, long most) {
        var packages = packages(FILES, sources);
        assertThat(packages).hasSizeGreaterThan(50);
        packages.values().removeIf(files -> files <= most);
        assertThat(packages).isEmpty();
    }

    /// Its package -> the number of its files, without the description of the package.
    private static Map<String, Long> packages(List<String> files, String sources) {
        return files.stream()
                .filter(file -> file.contains(sources + "/"))
                .filter(file -> !file.endsWith("-info.java"))
                .map(file -> file.substring(0, file.lastIndexOf('/')))
                .collect(
                        Collectors.groupingBy(
                                Function.identity(), TreeMap::new, Collectors.counting()));
    }

    @Test
    void a_package_has_the_files_of_one_kind_without_its_description() {
        var files =
                List.of(
                        "a/src/main/java/b/C.java",
                        "a/src/main/java/b/D.java",
                        "a/src/main/java/b/package-info.java",
                        "a/src/main/java/b/e/F.java",
                        "a/src/test/java/b/CTest.java");
        assertThat(packages(files, "src/main/java"))
                .containsExactly(entry("a/src/main/java/b", 2L), entry("a/src/main/java/b/e", 1L));
    }
}
