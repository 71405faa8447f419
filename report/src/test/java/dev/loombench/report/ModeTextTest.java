package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.mode.Rests;
import dev.loombench.analysis.mode.RunMode;
import dev.loombench.experiment.TrialMode;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How the trials of a run shared the time, and what a server did in its rests.
class ModeTextTest {
    private static RunMode interleaved(int fewest, int most, Rests... rests) {
        return new RunMode(TrialMode.INTERLEAVED, "", fewest, most, List.of(rests));
    }

    private static RunMode sequential(String reason) {
        return new RunMode(TrialMode.SEQUENTIAL, reason, 1, 1, List.of());
    }

    @ParameterizedTest
    @CsvSource({"28, 28, 28 slices", "24, 30, 24 to 30 slices", "1, 2, 1 to 2 slices"})
    void an_interleaved_run_says_how_many_slices_its_windows_had(
            int fewest, int most, String slices) {
        var mode = interleaved(fewest, most);
        assertThat(ModeText.brief(mode)).isEqualTo("interleaved in " + slices + " of each window");
        assertThat(ModeText.of(mode))
                .startsWith("interleaved: ")
                .endsWith(" between them in " + slices + " of each window");
    }

    @Test
    void trials_that_are_not_interleaved_ran_one_after_the_other() {
        assertThat(ModeText.of(sequential(""))).isEqualTo("one after the other");
        assertThat(ModeText.of(sequential("a queue is long")))
                .isEqualTo("one after the other: a queue is long")
                .isEqualTo(ModeText.brief(sequential("a queue is long")));
        assertThat(ModeText.brief(sequential(""))).isEqualTo("one after the other");
    }

    @Test
    void cpu_per_request_says_what_of_it_fell_into_rests() {
        var mode =
                interleaved(
                        28,
                        28,
                        rests("a", OptionalDouble.of(0.026)),
                        rests("b", OptionalDouble.of(0.005)),
                        rests("c", OptionalDouble.of(0.0049)),
                        rests("d", OptionalDouble.empty()));
        assertThat(CpuText.of(mode))
                .isEqualTo(
                        "CPU/request: CPU time of the server; in its rests between slices: a 3 %, b 1 % of it.");
    }

    @Test
    void what_rounds_to_nothing_is_left_out() {
        assertThat(CpuText.of(interleaved(28, 28, rests("c", OptionalDouble.of(0.0049)))))
                .isEqualTo("CPU/request: CPU time of the server.")
                .isEqualTo(CpuText.of(sequential("")));
    }

    private static Rests rests(String variant, OptionalDouble work) {
        return new Rests(variant, work, 0);
    }
}
