package dev.loombench.analysis.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFindings;
import dev.loombench.SampleRun;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.Backlog;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Which findings are consequences of which others.
class CausesTest {
    private static final ResultFinding CONTENTION =
            new CpuContentionDuring(List.of("a", "b"), 0.5, 0);
    private static final ResultFinding STARVED = new GeneratorStarved("a", 0.2, 3, true);
    private static final ResultFinding LATE = new ScheduleLagged("a", 0.5, 0.1, false);
    private static final ResultFinding LATE_OTHER = new ScheduleLagged("b", 0.5, 0.1, false);
    private static final ResultFinding OVERLOADED =
            new Overloaded("a", new Backlog(220, 188, 0, 30), Optional.empty(), false);

    @Test
    void a_consequence_of_a_consequence_belongs_to_the_first_cause() {
        var all = List.of(LATE, STARVED, CONTENTION);
        assertThat(Causes.of(LATE, all)).contains(CONTENTION);
        assertThat(Causes.of(STARVED, all)).contains(CONTENTION);
        assertThat(Causes.of(CONTENTION, all)).isEmpty();
        assertThat(Causes.of(LATE, List.of(LATE, STARVED))).contains(STARVED);
        assertThat(Causes.of(LATE, List.of(LATE))).isEmpty();
    }

    @Test
    void a_cause_explains_findings_about_its_own_variant_only() {
        var all = List.of(OVERLOADED, LATE, LATE_OTHER);
        assertThat(Causes.of(LATE, all)).contains(OVERLOADED);
        assertThat(Causes.of(LATE_OTHER, all)).isEmpty();
        assertThat(Consequences.of(all))
                .containsExactly(
                        new Consequences(OVERLOADED, List.of(LATE)),
                        new Consequences(LATE_OTHER, List.of()));
    }

    /// Send lag affects response times: it is a note where throughput decides, as in the sample.
    @Test
    void a_group_has_the_highest_severity_in_the_run_of_its_findings() {
        var group = new Consequences(CONTENTION, List.of(LATE));
        assertThat(LATE.severity()).isEqualTo(Severity.INVALID);
        assertThat(LATE.severity(SampleRun.experiment())).isEqualTo(Severity.NOTE);
        assertThat(group.severity(SampleRun.experiment())).isEqualTo(Severity.NOTE);
    }

    @Test
    void no_kind_is_its_own_cause() {
        for (var kind : Causes.all().keySet()) {
            var reached = new HashSet<String>();
            var left = new ArrayDeque<>(Causes.all().get(kind));
            while (!left.isEmpty()) {
                var next = left.remove();
                if (reached.add(next)) {
                    left.addAll(Causes.all().getOrDefault(next, Set.of()));
                }
            }
            assertThat(reached).as(kind).doesNotContain(kind);
        }
    }

    @Test
    void causes_and_consequences_are_kinds() {
        var ids = SampleFindings.ALL.stream().map(f -> f.kind().id()).toList();
        assertThat(ids).containsAll(Causes.all().keySet());
        Causes.all().values().forEach(kinds -> assertThat(ids).containsAll(kinds));
    }
}
