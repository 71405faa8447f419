package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.loombench.SampleRun;
import dev.loombench.result.store.Checksum;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultJson;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.TrialLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of the wrong kind anywhere in the JSON of a run cause an error that names the file, never
/// another exception.
class HostileJsonTest {
    /// A key and its value, where that is a scalar or empty.
    private static final Pattern VALUE =
            Pattern.compile(
                    "(\"[^\"]+\"\\s*:\\s*)(\"[^\"]*\"|-?[\\d.E]+|true|false|null|\\{\\s*}|\\[\\s*])");

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "\"x\"",
                "-1",
                "[]",
                "{}",
                "1e999",
                "[null]",
                "\"\\u0000/\\u001b[2J\""
            })
    void a_wrong_value_in_the_manifest_is_an_error_that_names_it(String value) throws IOException {
        var json = manifest();
        int refused = 0;
        for (var changed : with(value, json)) {
            Files.writeString(folder.resolve("run.json"), changed);
            try {
                assertThat(ResultStore.manifest(folder).plan()).doesNotContainNull();
            } catch (ResultError e) {
                assertThat(e).hasMessageContaining("run.json");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"x\"", "-1", "[]", "{}", "1e999", "[null]"})
    void a_wrong_value_in_a_trial_is_damage(String value) {
        var json =
                ResultJson.MAPPER.writeValueAsString(
                        TrialLine.of(SampleRun.trials().getFirst(), Map.of("a", "b")));
        int refused = 0;
        for (var changed : with(value, json)) {
            var line =
                    "%s,\"sha256\":\"%s\"}"
                            .formatted(
                                    changed.substring(0, changed.length() - 1),
                                    Checksum.of(changed));
            try {
                assertThat(TrialLine.parse(line).outcome()).isNotNull();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("not a trial");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "``, has no format",
                "`\"format\" : 2,`, has format 2",
                "`\"format\" : \"x\",`, has no format"
            })
    void a_run_of_another_format_is_refused(String format, String found) throws IOException {
        var json = manifest();
        assertThat(json).contains("\"format\" : 1,");
        Files.writeString(folder.resolve("run.json"), json.replace("\"format\" : 1,", format));
        assertThatCode(() -> ResultStore.manifest(folder))
                .isInstanceOf(ResultError.class)
                .hasMessageContaining("run.json " + found)
                .hasMessageContaining("reads format 1: measure again");
    }

    @Test
    void a_file_without_end_is_an_error() throws IOException {
        var json = manifest();
        for (int length = 0; length < json.length(); length += 97) {
            Files.writeString(folder.resolve("run.json"), json.substring(0, length));
            assertThatCode(() -> ResultStore.manifest(folder)).isInstanceOf(ResultError.class);
        }
    }

    /// The file of a run as it is written.
    private String manifest() throws IOException {
        try (var store = ResultStore.create(folder.resolve("written"), SampleRun.manifest())) {
            return Files.readString(store.folder().resolve("run.json"));
        }
    }

    /// The text with each of its values replaced, one at a time.
    private static List<String> with(String value, String json) {
        var changed = new ArrayList<String>();
        var place = VALUE.matcher(json);
        while (place.find()) {
            changed.add(json.substring(0, place.start(2)) + value + json.substring(place.end(2)));
        }
        return changed;
    }
}
