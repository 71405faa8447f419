package dev.loombench.load.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.AnswerStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadVerdictTest {
    private static final List<String> P99 = List.of("p99>50ms");
    private static final List<String> NONE = List.of();

    @Test
    void a_condition_that_failed_is_named_before_the_figures() {
        var failed = new LoadVerdict(true, false, P99, List.of("p99.9>1s"));
        assertThat(failed.status()).isEqualTo(AnswerStatus.FAILED);
        assertThat(failed.headline("9 good")).isEqualTo("Failed, p99>50ms: 9 good");
        var undecided = new LoadVerdict(true, false, NONE, P99);
        assertThat(undecided.status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(undecided.headline("9 good")).isEqualTo("Undecided, p99>50ms: 9 good");
    }

    @Test
    void figures_that_are_invalid_or_cut_off_judge_no_condition() {
        var invalid = new LoadVerdict(false, true, P99, NONE);
        assertThat(invalid.status()).isEqualTo(AnswerStatus.INVALID);
        assertThat(invalid.headline("9 good")).isEqualTo("Invalid result, interrupted: 9 good");
        var cut = new LoadVerdict(true, true, P99, NONE);
        assertThat(cut.status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(cut.headline("9 good")).isEqualTo("Interrupted: 9 good");
    }

    @Test
    void without_conditions_the_figures_are_the_answer() {
        var plain = new LoadVerdict(true, false, NONE, NONE);
        assertThat(plain.status()).isEqualTo(AnswerStatus.DECIDED);
        assertThat(plain.headline("9 good")).isEqualTo("9 good");
    }
}
