package dev.loombench.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswerStatusTest {
    @ParameterizedTest
    @EnumSource
    void each_is_found_by_its_label(AnswerStatus status) {
        assertThat(AnswerStatus.labelled(status.label())).contains(status);
    }

    @Test
    void another_label_has_none() {
        assertThat(AnswerStatus.labelled("INVALID")).isEmpty();
    }

    @Test
    void an_invalid_result_is_worse_than_an_undecided_one() {
        assertThat(AnswerStatus.INVALID).isGreaterThan(AnswerStatus.UNDECIDED);
        assertThat(AnswerStatus.UNDECIDED).isGreaterThan(AnswerStatus.FAILED);
        assertThat(AnswerStatus.FAILED).isGreaterThan(AnswerStatus.DECIDED);
    }
}
