package dev.loombench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleBatch;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.export.Markdown;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.RecordJson;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A run under a load and a batch: two experiments that have nothing in common.
class ComparisonDocumentTest {
    private static final ComparisonDocument OF_TWO =
            ComparisonDocument.of(
                    List.of("before", "after"),
                    new RunReport(
                            Path.of("results/a"),
                            Analysis.of(SampleRun.manifest(), SampleRun.trials()),
                            SampleRun.trials()),
                    new RunReport(
                            Path.of("results/b"),
                            Analysis.of(SampleBatch.manifest(), SampleBatch.trials()),
                            SampleBatch.trials()));

    /// 50 lines.
    @Test
    void runs_of_different_experiments_fit_a_screen() {
        assertThat(OF_TWO.comparison().differsInMuch()).isTrue();
        var lines = OF_TWO.lines(AnsiStyle.NONE, 100);
        assertThat(lines).hasSizeLessThanOrEqualTo(50);
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("Not comparable", OF_TWO.comparison().caution());
    }

    @Test
    void all_differences_are_in_the_other_forms() {
        int all = OF_TWO.comparison().changes().size();
        var json = RecordJson.tree(OF_TWO.data());
        assertThat(json.at("/differences")).hasSize(all);
        assertThat(json.at("/comparable").asBoolean()).isFalse();
        assertThat(json.at("/ratios")).isEmpty();
        assertThat(Markdown.lines(OF_TWO.outline()))
                .filteredOn(line -> line.startsWith("| experiment."))
                .hasSizeGreaterThan(12);
    }
}
