package dev.loombench.analysis.validity;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.manifestOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.analysis.validity.MachineFinding.SharedMachine;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The conditions that raise findings about different conditions, and a run without any.
class EvidenceFindingTest {
    @Test
    void a_clean_run_has_only_the_shared_machine_finding() {
        assertThat(Analysis.of(SampleRun.manifest(), SampleRun.trials()).findings())
                .noneMatch(f -> f.severity() == Severity.INVALID)
                .allMatch(f -> f instanceof SharedMachine || f instanceof EvidenceMissing);
    }

    @Test
    void different_conditions_between_models_are_a_finding() {
        var pool = SampleRun.spec().variants().getFirst();
        var virtual = withFlags(SampleRun.spec().variants().getLast());
        assertThat(findings(manifestOf(pool, virtual), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("jvm")));
        assertThat(
                        findings(
                                manifestOf(SampleRun.spec().variants().getLast(), virtual),
                                _ -> SampleRun.completed(4_000, 100)))
                .noneMatch(ConditionsDiffer.class::isInstance);
    }

    @Test
    void limits_of_a_single_server_are_a_finding() {
        var own =
                Variant.of(
                        "tomcat",
                        "virtual",
                        Threading.VIRTUAL,
                        Map.of("container-limits", "default"));
        var pool = SampleRun.spec().variants().getFirst();
        assertThat(findings(manifestOf(own, pool), _ -> SampleRun.completed(1_000, 400)))
                .contains(new ConditionsDiffer(List.of("container-limits")));
    }

    private static Variant withFlags(Variant variant) {
        return new Variant(
                variant.name() + " small",
                variant.zooServer().orElseThrow().server(),
                variant.zooServer().orElseThrow().model(),
                variant.zooServer().orElseThrow().threads(),
                variant.settings(),
                List.of("-Xmx64m"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0);
    }
}
