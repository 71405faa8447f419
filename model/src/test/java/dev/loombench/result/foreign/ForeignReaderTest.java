package dev.loombench.result.foreign;

import static dev.loombench.result.foreign.ForeignFiles.read;
import static dev.loombench.result.foreign.ForeignFiles.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of any tool, and of none.
class ForeignReaderTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | holds no result; expected the output of JMH",
                "'{' | a.x:1: is not valid JSON",
                "[] | holds no result; JMH writes an empty list where all benchmarks failed",
                "{\"a\": 1} | is JSON of no tool that is known",
                "hello | is text of no tool that is known; expected the output of JMH",
                "Running 30s test @ http://a/ | has no line \"Requests/sec:\": the tool was stopped",
                "{\"results\": [{\"command\": \"a\"}]} | results[0].times is missing, expected the figures of all runs",
                "{\"results\": [{\"command\": \"a\", \"times\": [\"x\"]}]} | results[0].times[0] is a text, expected a finite number",
                "[{\"primaryMetric\": {}}] | benchmark is missing, expected a text",
                "{\"metrics\": {\"checks\": {}}} | expected the metric iteration_duration of k6",
                "{\"type\": \"Point\", \"metric\": \"vus\"} | holds the points of k6 (--out json); expected its summary",
                "{\"experiment\": \"a\", \"variants\": []} | is the result of loombench run",
                "{\"results\": [{\"command\": \"a\", \"times\": [-1]}]} | time of a must be one number or more",
                "{\"results\": [{\"command\": \"a\", \"times\": [1e300]}]} | time of a must be one number or more",
                "{\"results\": [{\"command\": \"a\", \"times\": [1e999]}]} | expected a finite number",
                "{\"results\": [{\"command\": \"a\", \"times\": [NaN]}]} | expected a finite number",
                "{\"latencies\": {\"mean\": 1}, \"throughput\": 1, \"status_codes\": {\"500\": -1}} | a count is below 0"
            })
    void a_file_that_cannot_be_read_is_reported_with_its_name(String text, String message) {
        assertThatThrownBy(() -> ForeignReader.parse("a.x", text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.x")
                .hasMessageContaining(message);
    }

    @Test
    void a_number_beyond_all_counts_is_reported() {
        var text = text("wrk.txt").replace("60000 requests", "9".repeat(40) + " requests");
        assertThatThrownBy(() -> ForeignReader.parse("a.txt", text))
                .isInstanceOf(WrongInput.class)
                .hasMessage("a.txt: a number of requests has 40 digits");
    }

    /// Its throughput would be that of its requests.
    @Test
    void a_text_of_hey_without_its_counts_is_refused() {
        var text = text("hey.txt");
        var cut = text.substring(0, text.indexOf("Status code distribution"));
        assertThatThrownBy(() -> ForeignReader.parse("a.txt", cut))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("Status code distribution:");
    }

    /// Its text begins as that of hey does.
    @Test
    void the_text_of_oha_is_not_read_as_that_of_hey() {
        var oha = text("hey.txt").replace("  Total:", "  Success rate:\t100.00%\n  Total:");
        assertThatThrownBy(() -> ForeignReader.parse("oha.txt", oha))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("oha (JSON)");
    }

    /// Each prefix of a file is read or reported: no other exception.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jmh.json",
                "hyperfine.json",
                "k6-export.json",
                "k6-machine-readable.json",
                "wrk.txt",
                "wrk2.txt",
                "h2load.txt",
                "oha.json",
                "vegeta.json",
                "autocannon.json",
                "hey.txt",
                "ab.txt",
                "load.json"
            })
    void a_cut_file_is_read_or_reported(String file) {
        var text = text(file);
        for (int length = 0; length < text.length(); length += 7) {
            try {
                assertThat(ForeignReader.parse("cut", text.substring(0, length))).isNotEmpty();
            } catch (WrongInput e) {
                assertThat(e).hasMessageStartingWith("cut");
            }
        }
    }

    /// As Windows PowerShell writes it.
    @ParameterizedTest
    @ValueSource(strings = {"jmh.json", "wrk.txt"})
    void a_byte_order_mark_is_no_part_of_a_result(String file) throws IOException {
        var marked = Files.writeString(folder.resolve(file), "\uFEFF" + text(file));
        assertThat(ForeignReader.read(marked).getFirst().figures()).isEqualTo(read(file).figures());
    }

    @Test
    void a_file_that_is_missing_is_reported() {
        assertThatThrownBy(() -> ForeignReader.read(Path.of("no/such.json")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no/such.json: cannot be read");
    }
}
