package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.agent.AgentGenerator;
import dev.loombench.finding.Kind;
import dev.loombench.report.json.FindingJson;
import dev.loombench.text.RecordJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What documents and files say about findings, which is written from the code.
///
/// After a change of a kind, run the test with `-Dgolden.write=true` and review the difference.
class FindingTablesTest {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    @Test
    void the_table_of_kinds_is_that_of_the_code() throws IOException {
        var rows = kinds().entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList();
        WrittenTable.assertIn(
                "docs/method/findings.md",
                WrittenTable.of(List.of("kind", "limit", "severity", "`figures`"), rows));
    }

    private static List<String> row(Kind kind, Collection<String> figures) {
        return List.of(
                "`" + kind.id() + "`",
                kind.rule(),
                kind.severity(),
                figures.stream().map("`%s`"::formatted).collect(Collectors.joining(", ")));
    }

    /// All kinds by name, with the names of their figures; an agent has the kinds of generators.
    private static Map<Kind, Set<String>> kinds() {
        var kinds = new TreeMap<Kind, Set<String>>(Comparator.comparing(Kind::id));
        for (var finding : SampleFindings.ALL) {
            if (!(finding instanceof AgentGenerator)) {
                kinds.computeIfAbsent(finding.kind(), _ -> new LinkedHashSet<>())
                        .addAll(json(finding).figures().propertyNames());
            }
        }
        return kinds;
    }

    @Test
    void the_table_of_problems_is_that_of_the_code() throws IOException {
        var rows =
                ProblemKinds.all().entrySet().stream()
                        .map(e -> row(e.getKey(), e.getValue()))
                        .toList();
        WrittenTable.assertIn(
                "docs/load/java-api.md",
                WrittenTable.of(List.of("kind", "limit", "severity", "`figures`"), rows));
    }

    @Test
    void findings_in_files_are_stable() throws IOException {
        var json =
                RecordJson.text(SampleFindings.ALL.stream().map(FindingTablesTest::json).toList())
                        + "\n";
        var golden = HOME.resolve("report/src/test/resources/golden/findings.json");
        if (WrittenTable.WRITE) {
            Files.writeString(golden, json);
        }
        assertThat(json).isEqualTo(Files.readString(golden));
    }

    private static FindingJson json(ResultFinding finding) {
        return FindingJson.of(finding, finding.severity(), Optional.empty(), finding.text());
    }
}
