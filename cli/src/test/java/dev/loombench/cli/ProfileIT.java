package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

/// Profiles of real services in a comparison: one computes more than the other in one method.
@EnabledOnOs(OS.LINUX)
class ProfileIT extends ServiceFixture {
    private static final String INJECTED = CostingService.class.getName() + ".injected";
    private static final String BASE = CostingService.class.getName() + ".base";

    /// Twice as much again: two thirds of the CPU time of the variant. Of about 200 hypotheses, one
    /// alone is rejected from t[7] = 9 on: eight blocks name it even where its difference varies by
    /// 30 % between them, as on a machine that does other work. It fails where other work takes so
    /// much of the machine that this varies by more.
    @Tag("nightly")
    @Test
    @Tag("alone")
    void the_method_that_costs_more_is_named_with_its_interval() throws Exception {
        compare(
                "a=" + costing(0),
                "b=" + costing(200_000),
                "-c",
                "2",
                "--trials",
                "8",
                "-d",
                "1s",
                "--warm-up",
                "500ms",
                "--profile",
                "-o",
                "json");
        var report = json();
        var difference = only(report, "codeDifferences", "cpu");
        assertThat(difference.required("blocks").asInt()).isEqualTo(8);
        var marked = new ArrayList<String>();
        for (var frame : difference.required("frames")) {
            marked.add(frame.required("frame").asString());
            if (frame.required("frame").asString().equals(INJECTED)) {
                assertThat(frame.required("difference").required("low").asDouble()).isPositive();
                assertThat(frame.required("first").asDouble())
                        .isLessThan(frame.required("variant").asDouble() / 10);
            }
        }
        assertThat(marked).contains(INJECTED);
        assertThat(frames(only(report, "code", "cpu"))).contains(BASE);
        try (var trials = Files.walk(folder.resolve("results"))) {
            assertThat(trials.map(file -> String.valueOf(file.getFileName())))
                    .filteredOn(name -> name.equals("profile-cpu.collapsed.gz"))
                    .as("a file per trial")
                    .hasSize(16);
        }
    }

    @Tag("nightly")
    @Test
    void nothing_is_profiled_without_the_option() {
        compareQuickly("a=" + costing(0), "b=" + costing(0));
        assertThat(json().has("code")).isFalse();
    }

    private static String costing(int more) {
        return "%s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %s %s %d"
                .formatted(
                        ScriptableProcess.java(),
                        ScriptableProcess.classes(CostingService.class),
                        CostingService.class.getName(),
                        more);
    }

    /// The first entry of a cost.
    private static JsonNode only(JsonNode report, String key, String cost) {
        for (var entry : report.required(key)) {
            if (entry.required("cost").asString().equals(cost)) {
                return entry;
            }
        }
        throw new AssertionError("no %s of %s in %s".formatted(key, cost, report));
    }

    private static List<String> frames(JsonNode profile) {
        var frames = new ArrayList<String>();
        profile.required("frames").forEach(frame -> frames.add(frame.required("frame").asString()));
        return frames;
    }
}
