package dev.loombench.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFindings;
import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStalled;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.LateCause;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.load.Overloaded;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.ServerStopped;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult.Stalls;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/// Which findings are consequences of which others.
class CausesTest {
    private static final ResultFinding CONTENTION =
            new CpuContentionDuring(List.of("a", "b"), 0.5, 0, List.of());
    private static final ResultFinding STARVED = new GeneratorStarved("a", 0.2, 3, true);
    private static final ResultFinding LATE = late("a");
    private static final ResultFinding LATE_OTHER = late("b");
    private static final ResultFinding OVERLOADED =
            Overloaded.ofWindow("a", new Backlog(220, 188, 0, 30), Optional.empty());

    private static ResultFinding late(String variant) {
        return new ScheduleLagged(
                variant, 0.5, 0.1, LateCause.CONNECTIONS, OptionalDouble.empty(), false);
    }

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

    /// 0.1 s of 60 s is a note, and 1.5 s are not.
    @Test
    void a_short_interruption_explains_nothing() {
        for (var interruption :
                List.<DoubleFunction<ResultFinding>>of(
                        seconds -> stalled((long) (seconds * 1e9)),
                        seconds -> new ServerStopped("a", seconds, 60, 1, 3))) {
            var brief = interruption.apply(0.1);
            assertThat(brief.severity()).isEqualTo(Severity.NOTE);
            assertThat(Causes.of(OVERLOADED, List.of(OVERLOADED, brief))).isEmpty();
            var lengthy = interruption.apply(1.5);
            assertThat(Causes.of(OVERLOADED, List.of(OVERLOADED, lengthy))).contains(lengthy);
        }
    }

    private static ResultFinding stalled(long nanos) {
        return new GeneratorStalled(
                "a", new Stalls(1, nanos, nanos, OptionalLong.of(5), 0), 60, 1, 3);
    }

    /// Requests that a generator cannot send look like those that a server cannot serve.
    @Test
    void a_saturated_generator_explains_overload_and_what_follows_from_it() {
        var saturated = new GeneratorSaturated("a", 0.95, 0.97, 3, 3);
        var all = List.of(OVERLOADED, LATE, saturated);
        assertThat(Causes.of(OVERLOADED, all)).contains(saturated);
        assertThat(Causes.of(LATE, all)).contains(saturated);
        assertThat(Causes.of(saturated, all)).isEmpty();
    }

    /// In one trial of three, which makes it a note.
    @Test
    void a_generator_that_was_saturated_now_and_then_explains_no_overload() {
        var once = new GeneratorSaturated("a", 0.7, 0.97, 1, 3);
        assertThat(once.severity()).isEqualTo(Severity.NOTE);
        assertThat(Causes.of(OVERLOADED, List.of(OVERLOADED, once))).isEmpty();
        assertThat(Causes.of(LATE, List.of(OVERLOADED, LATE, once))).contains(OVERLOADED);
    }

    /// A server that uses all processors leaves none for the generator.
    @Test
    void overload_explains_a_generator_that_waits_for_a_processor() {
        assertThat(Causes.of(STARVED, List.of(STARVED, OVERLOADED))).contains(OVERLOADED);
        assertThat(Causes.of(OVERLOADED, List.of(STARVED, OVERLOADED))).isEmpty();
    }

    /// No connection helps where the server refuses them, and other errors delay no request.
    @Test
    void a_server_that_is_gone_explains_late_requests() {
        var gone = errors("connect-refused");
        assertThat(Causes.of(LATE, List.of(LATE, gone))).contains(gone);
        assertThat(Causes.of(LATE, List.of(LATE, errors("status-5xx")))).isEmpty();
    }

    private static ResultFinding errors(String kind) {
        return new Errors("a", 100, 0.1, Map.of(kind, 100L), false);
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
            var reached = new HashSet<Kind>();
            var left = new ArrayDeque<>(Causes.all().get(kind));
            while (!left.isEmpty()) {
                var next = left.remove();
                if (reached.add(next)) {
                    left.addAll(Causes.all().getOrDefault(next, Set.of()));
                }
            }
            assertThat(reached).as(kind.id()).doesNotContain(kind);
        }
    }

    @Test
    void causes_and_consequences_have_samples() {
        var found = SampleFindings.ALL.stream().map(ResultFinding::kind).toList();
        assertThat(found).containsAll(Causes.all().keySet());
        Causes.all().values().forEach(kinds -> assertThat(found).containsAll(kinds));
    }
}
