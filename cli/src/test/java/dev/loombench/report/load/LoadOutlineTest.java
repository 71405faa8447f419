package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.cli.SampleLoad;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline.Note;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadOutlineTest {
    private static List<String> lines(LoadSummary summary, AnsiStyle style, int width) {
        return new LoadDocument(summary).lines(style, width);
    }

    @Test
    void no_line_is_wider_than_a_narrow_terminal() {
        assertThat(lines(SampleLoad.with(), AnsiStyle.NONE, 44))
                .allMatch(line -> line.codePointCount(0, line.length()) <= 44)
                .anyMatch(line -> line.endsWith("98.0 %"))
                .anyMatch(line -> line.endsWith("responses beyond"));
    }

    @Test
    void a_closed_load_has_the_responses_beyond_the_percentiles_of_an_arriving_request() {
        assertThat(lines(SampleLoad.paused(), AnsiStyle.NONE, 80))
                .anyMatch(
                        line -> line.matches(" +service time +arriving request +responses beyond"))
                .anyMatch(line -> line.matches(" +p50 +1\\.00 ms +4,752"))
                .anyMatch(line -> line.matches(" +p99 +1\\.00 ms +79\\.9 ms +5"));
    }

    @Test
    void colour_does_not_change_the_text() {
        var plain = String.join("\n", lines(SampleLoad.with(), AnsiStyle.NONE, 80));
        var painted = String.join("\n", lines(SampleLoad.with(), AnsiStyle.ANSI, 80));
        assertThat(painted).isNotEqualTo(plain);
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void an_interruption_is_reported_before_the_problems() {
        var whole = SampleLoad.with();
        var cut = SampleLoad.summary(whole.request(), whole.result(), true);
        assertThat(LoadOutline.of(cut).sections().getFirst().parts())
                .filteredOn(Note.class::isInstance)
                .extracting(part -> ((Note) part).label())
                .startsWith("Interrupted", "Invalid");
    }

    @Test
    void the_headline_of_a_load_that_was_stopped_early_says_so() {
        var whole = SampleLoad.with();
        var cut = LoadOutline.of(SampleLoad.summary(whole.request(), whole.result(), true));
        assertThat(cut.status()).isEqualTo(AnswerStatus.INVALID);
        assertThat(cut.headline()).startsWith("Invalid result, interrupted: 99.0 good");
        var open = SampleLoad.with(new LoadModel.Open(100, Arrival.CONSTANT, 8), 0, 0);
        var valid = LoadOutline.of(SampleLoad.summary(open.request(), open.result(), true));
        assertThat(valid.status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(valid.headline()).startsWith("Interrupted: 99.0 good");
    }

    @Test
    void the_headline_says_whether_the_load_is_invalid() {
        assertThat(LoadOutline.of(SampleLoad.with()).status()).isEqualTo(AnswerStatus.INVALID);
        for (var load : List.of(SampleLoad.with(), SampleLoad.paused())) {
            var outline = LoadOutline.of(load);
            assertThat(outline.headline().startsWith("Invalid result"))
                    .isEqualTo(outline.status() == AnswerStatus.INVALID);
        }
    }
}
