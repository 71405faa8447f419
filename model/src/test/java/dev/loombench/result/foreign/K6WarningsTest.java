package dev.loombench.result.foreign;

import static dev.loombench.result.foreign.ForeignFiles.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.result.foreign.ForeignResult.Warning;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the summary of k6 says against its own figures, in each form that has it.
class K6WarningsTest {
    private static final String EXPORTED_CHECKS =
            "\"checks\": {\"passes\": %d, \"fails\": %d, \"value\": 0.5},";

    private static final String HANDLED_CHECKS =
            "\"checks\": {\"type\": \"rate\", \"values\": {\"rate\": 0.5, \"passes\": %d, \"fails\": %d}},";

    private static List<Warning> warningsOfK6(String file, String old, String given) {
        var text = text(file).replace("\"dropped_iterations\"", "\"other\"");
        assertThat(text).contains(old);
        return ForeignReader.parse(file, text.replace(old, given)).getFirst().warnings();
    }

    private static List<Warning> warningsOfChecks(int passed, int failed) {
        var http = "\"http_req_duration\": {";
        var exported =
                warningsOfK6(
                        "k6-export.json",
                        "    " + http,
                        EXPORTED_CHECKS.formatted(passed, failed) + http);
        var handled =
                warningsOfK6(
                        "k6-handle-summary.json",
                        "    " + http,
                        HANDLED_CHECKS.formatted(passed, failed) + http);
        var listed =
                warningsOfK6(
                        "k6-machine-readable.json",
                        "\"metrics\": [], \"results\": []",
                        "\"metrics\": [], \"results\": [{\"name\": \"a\", \"passes\": %d, \"fails\": 0}, {\"name\": \"b\", \"passes\": 0, \"fails\": %d}]"
                                .formatted(passed, failed));
        assertThat(exported).isEqualTo(handled).isEqualTo(listed);
        return exported;
    }

    /// A response of status 200 may have an error in its body: one in a thousand is valid.
    @Test
    void checks_of_k6_that_failed_are_its_warning() {
        assertThat(warningsOfChecks(1_000, 0)).isEmpty();
        assertThat(warningsOfChecks(999, 1))
                .containsExactly(
                        new Warning("checks", "1 of 1,000 checks of responses failed", false));
        assertThat(warningsOfChecks(998, 2))
                .containsExactly(
                        new Warning("checks", "2 of 1,000 checks of responses failed", true));
    }

    /// 7 of 1,007 iterations are many; of their 10,000 requests they would be few.
    @Test
    void dropped_iterations_are_a_share_of_iterations_and_not_of_requests() {
        var file = "k6-handle-summary.json";
        var requests = "\"http_reqs\": {";
        var text = text(file).replace("\"count\": 1000,", "\"count\": 10000,");
        assertThat(text).isNotEqualTo(text(file));
        var iterations = "\"iterations\": {\"values\": {\"count\": 1000, \"rate\": 100}},";
        var warned = text.replace(requests, iterations + requests);
        assertThat(ForeignReader.parse(file, warned).getFirst().warnings())
                .singleElement()
                .returns(true, Warning::invalid);
        assertThat(ForeignReader.parse(file, text).getFirst().warnings())
                .as("without iterations")
                .singleElement()
                .returns(false, Warning::invalid);
    }

    /// In the older form, true is a threshold that was crossed.
    @Test
    void thresholds_of_k6_that_were_crossed_are_its_warning() {
        var crossed =
                List.of(
                        new Warning(
                                "thresholds",
                                "thresholds were crossed: p(95)<20 of http_req_duration",
                                false));
        assertThat(
                        warningsOfK6(
                                "k6-export.json",
                                "\"avg\": 12.5,",
                                "\"avg\": 12.5, \"thresholds\": {\"p(95)<20\": true, \"p(95)<40\": false},"))
                .isEqualTo(crossed);
        assertThat(
                        warningsOfK6(
                                "k6-handle-summary.json",
                                "\"type\": \"trend\",",
                                "\"type\": \"trend\", \"thresholds\": {\"p(95)<20\": {\"ok\": false}, \"p(95)<40\": {\"ok\": true}},"))
                .isEqualTo(crossed);
    }
}
