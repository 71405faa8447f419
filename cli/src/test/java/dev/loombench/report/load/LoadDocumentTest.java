package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.SampleLoad;
import dev.loombench.report.export.GoldenForms;
import dev.loombench.text.RecordJson;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LoadDocumentTest {
    private static final LoadDocument INVALID =
            new LoadDocument(SampleLoad.with("p99>50ms", "rps<90"));

    @Test
    void every_form_of_a_load_is_stable() throws IOException {
        GoldenForms.assertStable("load", INVALID);
        GoldenForms.assertStable("load", "hlog", LoadFormat.hlog.export(INVALID));
    }

    @Test
    void the_formats_of_every_subject_are_among_those_of_a_load() {
        assertThat(LoadFormat.values())
                .extracting(Enum::name)
                .containsExactly("text", "json", "csv", "markdown", "html", "hlog");
    }

    @Test
    void what_was_not_measured_has_no_key() {
        var json = RecordJson.tree(INVALID.data());
        assertThat(json.has("server")).isFalse();
        assertThat(json.has("agents")).isFalse();
        assertThat(json.has("arrivingRequest")).isFalse();
        assertThat(json.at("/load").has("users")).isFalse();
        assertThat(json.at("/generator").has("lateArrivals")).isFalse();
        assertThat(json.at("/generator/stalls").has("longestAtNanos")).isFalse();
    }

    @Test
    void a_closed_load_has_its_users_and_think_time() {
        var closed = new LoadModel.Closed(8, Duration.ofMillis(5));
        var json =
                RecordJson.tree(new LoadDocument(SampleLoad.with(closed, 0, 0)).data()).at("/load");
        assertThat(json.at("/model").asString()).isEqualTo("closed");
        assertThat(json.at("/users").asDouble()).isEqualTo(8);
        assertThat(json.at("/thinkTimeNanos").asLong()).isEqualTo(5_000_000);
        assertThat(json.has("rate")).isFalse();
    }

    /// Half of them lie beyond the median of the requests sent.
    @Test
    void the_responses_beyond_are_those_beyond_an_arriving_request_s_percentiles() {
        var beyond =
                RecordJson.tree(new LoadDocument(SampleLoad.paused()).data())
                        .at("/responsesBeyond");
        assertThat(beyond.at("/p50").asLong()).isEqualTo(4_752);
        assertThat(beyond.at("/p90").asLong()).isEqualTo(950);
        assertThat(beyond.at("/p99").asLong()).isEqualTo(5);
        assertThat(beyond.at("/p9999").asLong()).isEqualTo(0);
    }

    /// The columns do not depend on the load.
    @Test
    void loads_of_all_models_have_the_same_columns() {
        var closed = new LoadModel.Closed(8, Duration.ZERO);
        var held = new LoadModel.HeldConnections(400, 1_000);
        var columns = INVALID.rows().columns();
        assertThat(columns).doesNotHaveDuplicates().contains("response_time_p99_millis");
        for (var model : Arrays.asList(closed, held)) {
            var rows = new LoadDocument(SampleLoad.with(model, 0, 0)).rows();
            assertThat(rows.columns()).isEqualTo(columns);
            assertThat(rows.rows().getFirst()).hasSameSizeAs(columns);
        }
    }
}
