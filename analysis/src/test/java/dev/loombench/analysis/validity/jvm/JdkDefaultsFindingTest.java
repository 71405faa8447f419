package dev.loombench.analysis.validity.jvm;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.defect.DefaultChange;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Observation.Libraries;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdkDefaultsFindingTest {
    private static List<JdkDefaultsFinding> of(JavaRuntime pool, JavaRuntime virtual) {
        return findings(
                        SampleRun.manifest(),
                        trial ->
                                seen(
                                        SampleRun.completed(1_000, 400),
                                        new Libraries(
                                                "libraries",
                                                trial.variant().equals(SampleRun.POOL)
                                                        ? pool
                                                        : virtual,
                                                false,
                                                List.of(),
                                                List.of())))
                .stream()
                .filter(JdkDefaultsFinding.class::isInstance)
                .map(JdkDefaultsFinding.class::cast)
                .toList();
    }

    @Test
    void variants_on_either_side_of_a_change_are_a_finding() {
        var finding = of(SampleRuntimes.hotSpot("27"), SampleRuntimes.hotSpot("25.0.4")).getFirst();
        assertThat(finding.oldest()).isEqualTo("25.0.4");
        assertThat(finding.newest()).isEqualTo("27");
        assertThat(finding.changes())
                .extracting(DefaultChange::id)
                .containsExactly("JEP-523", "JEP-534");
        assertThat(finding.severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void variants_with_the_same_defaults_are_none() {
        assertThat(of(SampleRuntimes.hotSpot("21.0.8"), SampleRuntimes.hotSpot("26.0.1")))
                .isEmpty();
        assertThat(of(SampleRuntimes.hotSpot("27"), SampleRuntimes.hotSpot("27.0.1"))).isEmpty();
        assertThat(of(SampleRuntimes.openJ9("25.0.4"), SampleRuntimes.hotSpot("27")))
                .as("OpenJ9 has neither default")
                .isEmpty();
    }
}
