package dev.loombench.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleSweep;
import dev.loombench.analysis.sweep.Sweep.Crossover;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.export.Markdown;
import dev.loombench.export.Outline;
import dev.loombench.report.outline.SweepOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final int NONE = SampleSweep.NONE;

    @Test
    void a_crossover_lies_between_two_decided_levels() {
        assertThat(SampleSweep.of(1_000, 1_000, 4_000).crossover(SampleRun.VIRTUAL))
                .contains(new Crossover(100, 200, true));
        assertThat(SampleSweep.of(2_000, 500).crossover(SampleRun.VIRTUAL))
                .contains(new Crossover(50, 100, false));
    }

    @Test
    void there_is_none_without_a_change_with_several_or_beside_a_failed_level() {
        assertThat(SampleSweep.of(4_000, 4_000).crossover(SampleRun.VIRTUAL)).isEmpty();
        assertThat(SampleSweep.of(1_000, 4_000, 1_000).crossover(SampleRun.VIRTUAL)).isEmpty();
        assertThat(SampleSweep.of(1_000, NONE, 4_000).crossover(SampleRun.VIRTUAL)).isEmpty();
        assertThat(SampleSweep.of(1_000, NONE, 4_000, 1_000).crossover(SampleRun.VIRTUAL))
                .as("one of two, and the other beside a failed level")
                .isEmpty();
    }

    private static Outline outline(Sweep sweep) {
        var pages = Collections.nCopies(sweep.levels().size(), "report.html");
        return SweepOutline.of(sweep, "compare-sweep", pages);
    }

    private static String text(Sweep sweep, int width) {
        return String.join("\n", OutlineText.of(outline(sweep), AnsiStyle.NONE, width, true));
    }

    @Test
    void the_report_has_a_row_per_level_and_names_the_crossover() {
        var text = text(SampleSweep.of(1_000, 4_000), 100);
        assertThat(text)
                .contains(
                        "tomcat virtual is equivalent at 50, better at 100 users; it becomes better between 50")
                .containsPattern("users +tomcat platform-pool 100 +tomcat virtual")
                .containsPattern("50 +1,000/s +1,000/s \\[1\\.000× equivalent]")
                .containsPattern("100 +1,000/s +4,000/s \\[4\\.00× better]")
                .contains("p99 response time");
        assertThat(text.lines()).allMatch(l -> l.codePointCount(0, l.length()) <= 100);
    }

    @Test
    void a_level_that_a_third_variant_makes_invalid_is_valid_for_the_others() {
        var third = Variant.of("jetty", "virtual", Threading.VIRTUAL, Map.of());
        var sweep = SampleSweep.besideFailed(third, 1_000, 4_000);
        assertThat(sweep.levels()).noneMatch(level -> level.analysis().valid());
        assertThat(sweep.crossover(SampleRun.VIRTUAL)).contains(new Crossover(50, 100, true));
        assertThat(sweep.crossover(third.name())).isEmpty();
        var level = sweep.levels().getLast();
        assertThat(Sweep.isMeasured(level, SampleRun.POOL)).isTrue();
        assertThat(Sweep.isMeasured(level, SampleRun.VIRTUAL)).isTrue();
        assertThat(Sweep.isMeasured(level, third.name())).isFalse();
        assertThat(text(sweep, 120))
                .contains("Invalid at 50 users", "Invalid at 100 users")
                .contains("better at 100 users", "not measured validly at 50 and 100 users");
    }

    @Test
    void markdown_has_the_ratio_of_each_level_as_the_text_has() {
        var sweep = SampleSweep.of(1_000, 4_000);
        assertThat(Markdown.lines(outline(sweep)))
                .anyMatch(l -> l.startsWith("| 100 | 1,000/s | 4,000/s ") && l.contains("4.00×"));
    }

    @Test
    void an_invalid_level_is_named_and_has_no_comparison() {
        assertThat(text(SampleSweep.of(4_000, NONE), 100))
                .contains("better at 50, not measured validly at 100 users")
                .contains(
                        "Invalid at 100 users: tomcat virtual: 3 of 3 trials failed; the last: launch: no")
                .containsPattern("100 +1,000/s +n/a \\[invalid]\n");
    }
}
