package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.SampleBatch;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Metric;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.outline.ComparisonOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Figures that do not apply to a batch are missing from every report, and not 0.
class BatchReportTest {
    private static final Path FOLDER = Path.of("no-such-folder");

    private static Analysis analysis() {
        return Analysis.of(SampleBatch.manifest(), SampleBatch.trials());
    }

    @Test
    void the_terminal_has_the_columns_of_a_batch() {
        var text = String.join("\n", Reported.text(analysis(), 140));
        assertThat(text)
                .contains("Holds for: a batch, from the start of a program to its end; 2 cores")
                .contains("its pool: 100 threads / 200 ms = 500/s")
                .contains("on 21: better by at least 75 %: 0.250 times the elapsed time")
                .containsPattern("elapsed +tasks/s +CPU/task +peak RSS +threads")
                .containsPattern("executor platform-pool 100 +2\\.00 s +500 +100 µs +182 MiB +123")
                .doesNotContain("p99", "errors", "single user", "loopback", "generator");
    }

    @Test
    void cpu_per_request_is_cpu_per_task() throws IOException {
        var analysis = by(Metric.CPU_PER_REQUEST);
        var terminal = String.join("\n", Reported.text(analysis, 140));
        var markdown = String.join("\n", Reported.markdown(analysis));
        var page = HtmlReport.of(analysis, SampleBatch.trials(), FOLDER);
        assertThat(List.of(terminal, markdown, page))
                .allSatisfy(report ->
                        assertThat(report)
                                .contains("times the CPU per task", "by CPU per task")
                                .doesNotContain("CPU per request", "cpu-per-request"));
        assertThat(terminal).contains("\n  batch, by CPU per task.\n");
        assertThat(markdown).contains("| ratio of CPU per task | elapsed |");
        var json = JsonMapper.shared().readTree(Reported.json(analysis, FOLDER));
        assertThat(json.at("/metric").asString()).isEqualTo("cpu-per-request");
        assertThat(json.at("/variants/0/cpuPerRequestMicros").asDouble()).isPositive();
    }

    @Test
    void throughput_counts_tasks() {
        var analysis = by(Metric.THROUGHPUT);
        assertThat(String.join("\n", Reported.text(analysis, 140)))
                .containsPattern("on 21 +█+ +2,000 tasks/s");
        var comparison = ComparisonOutline.of(RunComparison.of("one", analysis, "other", analysis));
        assertThat(OutlineText.of(comparison, AnsiStyle.NONE, 140, true))
                .anyMatch(line -> line.matches(" +tasks/s +p99 +CPU/task +peak RSS .*"));
        assertThat(HtmlReport.of(comparison)).contains(">tasks/s<", ">CPU/task<");
    }

    private static Analysis by(Metric metric) {
        return Analysis.of(
                SampleBatch.manifest(SampleBatch.experiment(metric, List.of())),
                SampleBatch.trials());
    }

    @Test
    void the_document_conforms_to_its_published_schema() throws IOException {
        assertThat(PublishedSchema.OUTPUT.errors(Reported.json(analysis(), FOLDER))).isEmpty();
    }

    @Test
    void the_page_leaves_out_percentiles_and_names_the_jdk_of_each_variant() {
        var page = HtmlReport.of(analysis(), SampleBatch.trials(), FOLDER);
        assertThat(page)
                .contains("<th scope=\"col\">elapsed</th>", "Throughput, tasks/s")
                .contains("JDK 21.0.8+9 in /jdk-21", "JDK 25.0.3+9 in /jdk-25")
                .doesNotContain("Latency by percentile", "single user measures", "timeout");
        assertThat(page).doesNotContain("\"title\":\"Response time\"");
    }
}
