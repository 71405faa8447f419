package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ProjectFiles;
import dev.loombench.WrittenTable;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.finding.Severity;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The tables of rules in the documents, which are written from the code.
class RuleTableTest {
    @Test
    void the_table_of_rules_is_that_of_the_code() throws Exception {
        var rules = rules();
        assertThat(rules).hasSizeGreaterThan(15);
        WrittenTable.assertIn(
                "docs/inspect/findings.md",
                WrittenTable.of(
                        List.of("id", "evidence", "threshold", "severity", "`figures`", "source"),
                        rules.stream().map(RuleTableTest::row).toList()));
    }

    /// A row per id: several rules may find the same, each with its own evidence.
    @Test
    void the_table_of_findings_is_that_of_the_code() throws Exception {
        var byId = new LinkedHashMap<String, List<Rule>>();
        for (var rule : rules()) {
            byId.computeIfAbsent(rule.kind().id(), _ -> new ArrayList<>()).add(rule);
        }
        assertThat(byId.values())
                .allSatisfy(same ->
                        assertThat(same.stream().map(rule -> rule.kind().name()))
                                .containsOnly(same.getFirst().kind().name()));
        WrittenTable.assertIn(
                "docs/inspect.md",
                WrittenTable.of(
                        List.of("id", "what is found", "severity"),
                        byId.values().stream().map(RuleTableTest::finding).toList()));
    }

    private static List<String> finding(List<Rule> rules) {
        var kind = rules.getFirst().kind();
        return List.of(
                "`" + kind.id() + "`",
                kind.name(),
                Stream.of(Severity.NOTE, Severity.WARNING, Severity.CRITICAL)
                        .map(Severity::label)
                        .filter(word -> rules.stream().anyMatch(rule -> has(rule, word)))
                        .collect(Collectors.joining(", ")));
    }

    /// A limit may name a severity too, as in "critical from 50 %".
    private static boolean has(Rule rule, String severity) {
        return rule.kind().severity().contains(severity) || rule.kind().rule().contains(severity);
    }

    private static List<String> row(Rule rule) {
        return List.of(
                "`" + rule.kind().id() + "`",
                rule.evidence(),
                rule.kind().rule(),
                rule.kind().severity(),
                rule.figureNames().stream()
                        .map("`%s`"::formatted)
                        .collect(Collectors.joining(", ")),
                rule.source());
    }

    /// Those of all classes of the packages of rules, by id.
    private static List<Rule> rules() throws IOException, URISyntaxException {
        var folder = Path.of(Rules.class.getResource("Rules.class").toURI()).getParent();
        var root = Rules.class.getPackageName();
        return ProjectFiles.below(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .filter(name -> name.endsWith(".class") && !name.contains("$"))
                .filter(name -> !name.endsWith("package-info.class"))
                .map(name -> root + "." + name.replace(".class", "").replace('/', '.'))
                .flatMap(RuleTableTest::rulesOf)
                .sorted(
                        Comparator.comparing((Rule rule) -> rule.kind().id())
                                .thenComparing(Rule::evidence))
                .toList();
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
            field.setAccessible(true); // classes of other packages keep it for themselves
            return (Rule) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
