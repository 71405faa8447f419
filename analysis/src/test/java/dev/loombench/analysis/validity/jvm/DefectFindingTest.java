package dev.loombench.analysis.validity.jvm;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Known defects of a run's servers.
class DefectFindingTest {
    private static final JavaRuntime JDK_21 = SampleRuntimes.hotSpot("21.0.8");
    private static final List<Library> CAFFEINE = List.of(new Library("caffeine", "3.2.0"));

    private static DefectFinding only(List<ResultFinding> findings) {
        return findings.stream()
                .filter(DefectFinding.class::isInstance)
                .map(DefectFinding.class::cast)
                .reduce((_, _) -> {
                    throw new AssertionError(findings.toString());
                })
                .orElseThrow(() -> new AssertionError(findings.toString()));
    }

    private static List<String> ids(List<Applicable> defects) {
        return defects.stream().map(d -> d.defect().id()).toList();
    }

    @Test
    void variants_with_the_same_defects_are_named_together() {
        var finding =
                only(
                        with(t ->
                                seen(
                                        t,
                                        new Libraries(
                                                "libraries", JDK_21, true, CAFFEINE, List.of()))));
        assertThat(finding.variants()).containsExactly(SampleRun.POOL, SampleRun.VIRTUAL);
        assertThat(ids(finding.applicable()))
                .containsExactly("JEP-491", "JDK-8369238", "caffeine-779");
        assertThat(finding.seen()).isEmpty();
        assertThat(finding.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(finding.ofMachine()).isFalse();
    }

    /// JDK-8369238 is a row for JDKs.
    @Test
    void defects_of_a_jdk_alone_that_were_not_seen_are_those_of_the_machine() {
        var finding =
                only(
                        with(t ->
                                seen(
                                        t,
                                        new Libraries(
                                                "libraries", JDK_21, true, List.of(), List.of()))));
        assertThat(ids(finding.applicable())).containsExactly("JEP-491", "JDK-8369238");
        assertThat(finding.ofMachine()).isTrue();
        var seen =
                new DefectFinding(finding.variants(), finding.applicable(), finding.applicable());
        assertThat(seen.ofMachine()).isFalse();
    }

    @Test
    void a_defect_whose_calls_are_on_a_stack_is_a_note() {
        var frames =
                List.of(
                        "java.lang.Thread.sleep(line 2)",
                        "com.github.benmanes.caffeine.cache.BoundedLocalCache.remap(line 7)",
                        "java.util.concurrent.ConcurrentHashMap.compute(line 1)");
        var finding =
                only(
                        with(t ->
                                seen(
                                        seen(
                                                t,
                                                new Libraries(
                                                        "libraries",
                                                        JDK_21,
                                                        true,
                                                        CAFFEINE,
                                                        List.of())),
                                        new Pinned(
                                                "attach",
                                                1,
                                                SECOND,
                                                SECOND,
                                                List.of(new PinnedWaitGroup(1, SECOND, frames))))));
        assertThat(ids(finding.seen())).containsExactly("caffeine-779");
        assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void a_server_without_virtual_threads_has_none() {
        assertThat(
                        with(t ->
                                seen(
                                        t,
                                        new Libraries(
                                                "libraries", JDK_21, false, CAFFEINE, List.of()))))
                .noneMatch(DefectFinding.class::isInstance);
    }
}
