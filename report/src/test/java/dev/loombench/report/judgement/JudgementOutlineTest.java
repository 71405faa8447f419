package dev.loombench.report.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJudgement;
import dev.loombench.export.AnswerStatus;
import org.junit.jupiter.api.Test;

class JudgementOutlineTest {
    @Test
    void a_worse_head_has_not_the_colour_of_a_good_answer() {
        assertThat(JudgementOutline.of(SampleJudgement.worse()).status())
                .isEqualTo(AnswerStatus.FAILED);
    }
}
