package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.profile.CodeCosts;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import dev.loombench.report.export.GoldenForms;
import dev.loombench.report.export.OutputFormat;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InspectDocumentTest {
    @Test
    void every_form_of_a_diagnosis_is_stable() throws IOException {
        var diagnosis =
                InspectTextTest.diagnosis(InspectTextTest.faulty(), "java", "-jar", "shop.jar");
        var time = Instant.parse("2026-01-31T12:00:00Z");
        GoldenForms.assertStable(
                "inspect", new InspectDocument(diagnosis, false, time, InspectedCode.NONE));
    }

    @Test
    void every_form_of_a_diagnosis_with_a_profile_is_stable() throws IOException {
        GoldenForms.assertStable("inspect-profile", profiled("com.shop.Cart.total"));
    }

    /// Names come from the service, which may be hostile. Markdown escapes by a backslash.
    @Test
    void names_of_frames_are_escaped() {
        var document = profiled("a.</script><img src=x onerror=alert(1)>.\u001b[31m\u202e");
        assertThat(OutputFormat.values())
                .allSatisfy(form ->
                        assertThat(form.export(document)).doesNotContain("\u001b", "\u202e"));
        assertThat(OutputFormat.html.export(document)).doesNotContain("<img", "</script><");
        assertThat(OutputFormat.markdown.export(document))
                .contains("\\<img")
                .doesNotContain("><img");
    }

    private static InspectDocument profiled(String frame) {
        var profile =
                new Profile(
                        "profile",
                        ProfiledCost.CPU,
                        Profiler.FLIGHT_RECORDER,
                        10,
                        List.of(
                                new ProfiledStack(List.of("a.A.run", frame), 7),
                                new ProfiledStack(List.of("a.A.run"), 3)));
        var costs =
                new CodeCosts(
                        CodeProfile.ofSecond("shop.jar", profile, 2e8).stream().toList(),
                        List.of());
        return new InspectDocument(
                InspectTextTest.diagnosis(InspectTextTest.faulty(), "java", "-jar", "shop.jar"),
                false,
                Instant.parse("2026-01-31T12:00:00Z"),
                new InspectedCode(
                        costs,
                        Map.of("native code in jvm.profile", "Flight Recorder sampled Java code")));
    }

    @Test
    void every_form_of_the_list_of_jvms_is_stable() throws IOException {
        GoldenForms.assertStable(
                "jvms", new JvmsDocument(JvmTableTest.JVMS, List.of(), JvmTableTest.NOW));
    }
}
