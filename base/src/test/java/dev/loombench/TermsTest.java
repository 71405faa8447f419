package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Standard terms in what a user reads: string literals, page templates, experiments,
/// documentation.
class TermsTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    /// Other words for a standard term or a unit.
    private static final Pattern SYNONYMS =
            Pattern.compile(
                    String.join(
                            "|",
                            "\\blone user", // single user
                            "\\bload engine", // load generator
                            "\\b(requests|connections|responses) a (second|minute)\\b", // per
                            "\\b(CPU|cycles|instructions) a request\\b"), // CPU per request
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern LITERAL =
            Pattern.compile(
                    "\"\"\"(?<block>.*?)\"\"\"|\"(?<line>(?:[^\"\\\\\\n]|\\\\.)*+)\"",
                    Pattern.DOTALL);

    @Test
    void string_literals_of_the_program_have_standard_terms() throws IOException {
        var folders = new ArrayList<>(List.of("governor/src/main", "jvm-agent/src/main", "zoo"));
        ToolModules.NAMES.forEach(module -> folders.add(module + "/src/main"));
        assertThat(violations(".java", folders.toArray(String[]::new))).isEmpty();
    }

    @Test
    void pages_experiments_and_documentation_have_standard_terms() throws IOException {
        assertThat(violations(".jte", "report/src/main/jte")).isEmpty();
        assertThat(violations(".yaml", "experiments")).isEmpty();
        assertThat(violations(".json", "experiments", "zoo")).isEmpty();
        assertThat(
                        violations(
                                ".md",
                                "docs",
                                "governor",
                                "README.md",
                                "CONTRIBUTING.md",
                                "CHANGELOG.md"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'call(\"a lone user sends\");', 1",
        "'// a lone user sends', 0",
        "'call(\"a\" + \"b \\\" CPU a request\");', 1",
        "'call(\"requests per second\");', 0"
    })
    void a_synonym_is_found_in_literals_only(String source, int expected) {
        assertThat(inLiterals(source)).hasSize(expected);
    }

    private static List<String> violations(String ending, String... folders) throws IOException {
        var found = new ArrayList<String>();
        for (var folder : folders) {
            ProjectFiles.below(HOME.resolve(folder)).stream()
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !HOME.relativize(file).toString().contains("/test/"))
                    .flatMap(TermsTest::violations)
                    .forEach(found::add);
        }
        return found;
    }

    private static Stream<String> violations(Path file) {
        try {
            var text = Files.readString(file);
            var found = file.toString().endsWith(".java") ? inLiterals(text) : in(text).toList();
            return found.stream().map(words -> HOME.relativize(file) + ": " + words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> inLiterals(String source) {
        return LITERAL.matcher(source).results().flatMap(literal -> in(literal.group())).toList();
    }

    private static Stream<String> in(String text) {
        return SYNONYMS.matcher(text)
                .results()
                .map(m ->
                        text.substring(
                                Math.max(0, m.start() - 30), Math.min(text.length(), m.end() + 30)))
                .map(words -> words.replace('\n', ' '));
    }
}
