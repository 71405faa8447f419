package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.WrittenTable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The table of rules in the documents, which is written from the code.
class RuleTableTest {
    @Test
    void the_table_of_rules_is_that_of_the_code() throws Exception {
        var rules = rules();
        assertThat(rules).hasSizeGreaterThan(15);
        WrittenTable.assertIn(
                "docs/inspect/findings.md",
                """
                | id | evidence | threshold | severity | source |
                |---|---|---|---|---|
                """
                        + rules.stream().map(RuleTableTest::row).collect(Collectors.joining()));
    }

    private static String row(Rule rule) {
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        rule.id(), rule.evidence(), rule.limit(), rule.severity(), rule.source());
    }

    /// Those of all classes of the package, by id.
    private static List<Rule> rules() throws IOException, URISyntaxException {
        var folder = Path.of(Rule.class.getResource("Rule.class").toURI()).getParent();
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .map(name -> "dev.loombench.diagnose.rule." + name.replace(".class", ""))
                    .filter(name -> !name.endsWith("package-info"))
                    .flatMap(RuleTableTest::rulesOf)
                    .sorted(Comparator.comparing(Rule::id).thenComparing(Rule::evidence))
                    .toList();
        }
    }

    private static Stream<Rule> rulesOf(String type) {
        try {
            return Stream.of(Class.forName(type).getDeclaredFields())
                    .filter(field -> field.getType() == Rule.class)
                    .filter(field -> Modifier.isStatic(field.getModifiers()))
                    .map(RuleTableTest::value);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Rule value(Field field) {
        try {
            return (Rule) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
