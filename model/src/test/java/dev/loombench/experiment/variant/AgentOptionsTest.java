package dev.loombench.experiment.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleCommand;
import dev.loombench.SampleRun;
import dev.loombench.experiment.AgentsAgain;
import dev.loombench.experiment.Experiment;
import dev.loombench.result.store.ResultJson;
import dev.loombench.text.WrongInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {
    private static final List<String> WORDS =
            List.of(
                    "java",
                    "-javaagent:/opt/apm.jar=licenseKey=sesame-1,env=test",
                    "-Xmx50m",
                    "-jar",
                    "shop.jar");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-javaagent:a.jar=licenseKey=sesame,env=b | -javaagent:a.jar=licenseKey=***,env=b",
                "-javaagent:a.jar=env=b;api_token=sesame | -javaagent:a.jar=env=b;api_token=***",
                "-javaagent:my a.jar=env=b c,password=sesame | -javaagent:my a.jar=env=b c,password=***",
                "-javaagent:a.jar=url=http://ada:sesame@h | -javaagent:a.jar=url=***",
                "-javaagent:a.jar=8080:c.yaml | -javaagent:a.jar=8080:c.yaml",
                "-javaagent:a.jar | -javaagent:a.jar",
                "-Dlicense=x | -Dlicense=x",
                "sh -c 'java -javaagent:a.jar=secret=sesame -jar b.jar' | sh -c 'java -javaagent:a.jar=secret=*** -jar b.jar'"
            })
    void values_of_secret_names_and_forms_are_not_shown(String word, String shown) {
        assertThat(CommandSecrets.masked(word)).isEqualTo(shown);
    }

    @Test
    void a_long_option_takes_no_time() {
        var options = "a".repeat(200_000);
        assertThat(AgentOptions.mapped(options, (_, _) -> "***", text -> text)).isEqualTo(options);
    }

    private static Variant variant(List<String> words) {
        return named("a", words);
    }

    @Test
    void a_service_gets_the_secret_and_no_result_has_it() {
        var variant = variant(WORDS);
        assertThat(variant.service().orElseThrow().words()).isEqualTo(WORDS);
        assertThat(variant.subject().summary()).contains("licenseKey=***,env=test");
        var json = ResultJson.MAPPER.writeValueAsString(variant);
        assertThat(json).contains("licenseKey=***,env=test").doesNotContain("sesame");
        assertThat(ServiceSecrets.mask(variant, List.of()).of("with key sesame-1"))
                .as("output of the service")
                .isEqualTo("with key ***");
    }

    @Test
    void a_service_is_not_started_without_its_secret() {
        var json = ResultJson.MAPPER.writeValueAsString(variant(WORDS));
        var stored = ResultJson.MAPPER.readValue(json, Variant.class);
        assertThatThrownBy(() -> ServiceSecrets.mask(stored, List.of()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("the value of licenseKey in -javaagent is not stored")
                .hasMessageContaining("--java-agent '/opt/apm.jar=licenseKey=***,env=test'");
    }

    @Test
    void a_secret_that_is_given_again_is_in_its_place() {
        var scripted =
                List.of("sh", "-c", "java -javaagent:b.jar=token=sesame-2 -jar shop.jar; true");
        var experiment =
                SampleRun.experiment().withVariants(List.of(variant(WORDS), named("b", scripted)));
        var json = ResultJson.MAPPER.writeValueAsString(experiment);
        var stored = ResultJson.MAPPER.readValue(json, Experiment.class);
        var first = "-javaagent:/opt/apm.jar=licenseKey=sesame-1,env=test";
        var second = "-javaagent:b.jar=token=sesame-2";
        assertThat(new AgentsAgain(List.of(first, second)).in(stored)).isEqualTo(experiment);
        for (var other : List.of(first.replace("test", "live"), "-javaagent:a.jar=env=test")) {
            assertThatThrownBy(() -> new AgentsAgain(List.of(other)).in(stored))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("is no agent with a secret of this run")
                    .hasMessageContaining(
                            "it has --java-agent '/opt/apm.jar=licenseKey=***,env=test', --java-agent 'b.jar=token=***'")
                    .hasMessageNotContaining("sesame");
        }
    }

    private static Variant named(String name, List<String> words) {
        return Variant.of(name, SampleCommand.of(words));
    }
}
