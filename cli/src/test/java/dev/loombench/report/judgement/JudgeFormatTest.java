package dev.loombench.report.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJudgement;
import dev.loombench.report.export.GoldenForms;
import dev.loombench.report.export.OutputFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every form of a judgement.
class JudgeFormatTest {
    @Test
    void every_form_of_a_judgement_is_stable() throws IOException {
        var document = new JudgeDocument(SampleJudgement.worse());
        GoldenForms.assertStable("judgement", document);
        for (var format :
                List.of(
                        JudgeFormat.bencher,
                        JudgeFormat.customSmallerIsBetter,
                        JudgeFormat.customBiggerIsBetter)) {
            GoldenForms.assertStable("judgement", format.name() + ".json", format.export(document));
        }
    }

    @Test
    void the_forms_of_every_result_are_those_of_a_judgement() {
        assertThat(Arrays.stream(JudgeFormat.values()).map(Enum::name))
                .containsAll(Arrays.stream(OutputFormat.values()).map(Enum::name).toList());
    }
}
