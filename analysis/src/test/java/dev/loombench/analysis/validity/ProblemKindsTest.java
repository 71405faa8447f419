package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ProblemKinds;
import dev.loombench.SampleFindings;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Kind;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The Java API of the load generator names what it finds as the lab does.
class ProblemKindsTest {
    @Test
    void a_problem_of_the_generator_alone_has_the_names_of_a_finding_and_of_its_figures() {
        var findings = new TreeMap<String, Set<String>>();
        for (var finding : SampleFindings.ALL) {
            findings.computeIfAbsent(finding.kind().id(), _ -> new HashSet<>())
                    .addAll(names(finding));
        }
        var problems = ProblemKinds.all();
        assertThat(problems).hasSize(13);
        problems.forEach((kind, figures) ->
                assertThat(findings.get(kind.id())).as(kind.id()).containsAll(figures));
    }

    /// Trials add to it, as in "in the mean of the trials".
    @Test
    void a_finding_has_the_name_and_the_limit_of_the_problem() {
        var findings = new TreeMap<String, Kind>();
        SampleFindings.ALL.forEach(f -> findings.put(f.kind().id(), f.kind()));
        for (var kind : ProblemKinds.all().keySet()) {
            var same = findings.get(kind.id());
            assertThat(same).as(kind.id()).isNotNull();
            assertThat(same.name()).isEqualTo(kind.name());
            assertThat(same.rule()).startsWith(kind.rule());
        }
    }

    private static Set<String> names(ResultFinding finding) {
        var names = new HashSet<String>();
        Stream.of(finding.figures().getClass().getRecordComponents())
                .map(RecordComponent::getName)
                .forEach(names::add);
        return names;
    }
}
