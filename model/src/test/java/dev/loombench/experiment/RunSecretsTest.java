package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleCommand;
import dev.loombench.SampleRun;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.ServiceSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.store.ResultJson;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The secrets of a run's commands, which its results do not have.
class RunSecretsTest {
    private static Backend database(String password) {
        return new Backend(
                "db",
                SampleCommand.of(
                        "podman", "run", "-e", "POSTGRES_PASSWORD=" + password, "postgres"),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0,
                Lifetime.RUN);
    }

    private static Experiment experiment(String password) {
        var sample = SampleRun.experiment();
        var command = SampleCommand.of("java", "-Ddb.password=" + password, "-jar", "shop.jar");
        var reset = List.of("psql", "postgres://ada:" + password + "@h/db", "-f", "reset.sql");
        var dependencies =
                new Dependencies(
                        List.of(database(password)),
                        Optional.of(new TrialCommand(reset, Duration.ofSeconds(1))),
                        Optional.empty());
        return sample.withVariants(List.of(Variant.of("a", command)))
                .withScenario(
                        new Scenario(
                                sample.scenario().load(),
                                sample.scenario().traffic(),
                                sample.scenario().phases(),
                                Optional.of(dependencies)));
    }

    @Test
    void no_result_has_a_secret_and_variables_give_it_back() {
        var experiment = experiment("sesame");
        var json = ResultJson.MAPPER.writeValueAsString(experiment);
        assertThat(json).doesNotContain("sesame");
        var stored = ResultJson.MAPPER.readValue(json, Experiment.class);
        var lab =
                Map.of(
                        "DB_PASSWORD", "sesame",
                        "POSTGRES_PASSWORD", "sesame",
                        "PASSWORD", "sesame");
        assertThat(AgentsAgain.NONE.in(stored, lab)).isEqualTo(experiment);
    }

    @Test
    void a_command_without_its_secret_names_the_variable() {
        var stored = AgentsAgain.NONE.in(experiment("***"), Map.of());
        assertThatThrownBy(() -> ServiceSecrets.mask(stored.variants().getFirst(), List.of()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("db.password")
                .hasMessageContaining("export DB_PASSWORD=");
    }

    @Test
    void the_variables_of_a_run_give_its_commands_their_secrets_again() {
        for (var password : List.of("sesame", "***")) {
            var missing = NotStored.of(experiment(password));
            assertThat(missing.variables()).contains("DB_PASSWORD", "POSTGRES_PASSWORD");
            assertThat(missing.lost()).isEmpty();
        }
    }

    private static Experiment withEnvironment(List<Map<String, String>> environments) {
        var sample = SampleRun.experiment();
        var command = SampleCommand.of("./shop");
        return sample.withVariants(
                environments.stream()
                        .map(environment ->
                                Variant.of("v" + environments.indexOf(environment), command)
                                        .withEnvironment(environment))
                        .toList());
    }

    private static Experiment stored(Experiment experiment) {
        var json = ResultJson.MAPPER.writeValueAsString(experiment);
        assertThat(json).doesNotContain("sesame");
        return ResultJson.MAPPER.readValue(json, Experiment.class);
    }

    /// The options of the JVM have a property with a password, and the URL has one too.
    @Test
    void the_environment_of_a_service_is_stored_without_its_secrets() {
        var environment =
                Map.of(
                        "MODE", "a b",
                        "SIZE", "12",
                        "KEY", "${LAB_KEY}",
                        "API_TOKEN", "sesame-1",
                        "DB_URL", "jdbc:x://ada:sesame-2@h/db",
                        "JAVA_TOOL_OPTIONS", "-Xmx1g -Ddb.password=sesame-3");
        var stored = stored(withEnvironment(List.of(environment)));
        assertThat(stored.variants().getFirst().environment())
                .containsEntry("MODE", "a b")
                .containsEntry("SIZE", "12")
                .containsEntry("KEY", "${LAB_KEY}")
                .containsEntry("API_TOKEN", EnvironmentValue.NOT_STORED)
                .containsEntry("DB_URL", EnvironmentValue.NOT_STORED)
                .containsEntry("JAVA_TOOL_OPTIONS", EnvironmentValue.NOT_STORED);
        assertThat(NotStored.of(stored).variables())
                .containsExactlyInAnyOrder("API_TOKEN", "DB_URL", "SECRET_JAVA_TOOL_OPTIONS");
    }

    @Test
    void a_variable_of_the_lab_within_a_value_is_no_secret() {
        var environment =
                Map.of(
                        "DB_URL", "jdbc:x://h/shop?password=${DB_PASSWORD}",
                        "JAVA_TOOL_OPTIONS", "-Xmx1g -Ddb.password=${DB_PASSWORD}",
                        "SPRING_APPLICATION_JSON", "{\"password\": \"${DB_PASSWORD}\"}");
        var experiment = withEnvironment(List.of(environment));
        assertThat(stored(experiment)).isEqualTo(experiment);
        assertThat(NotStored.of(experiment)).isEqualTo(NotStored.NOTHING);
    }

    /// No variable of the lab has the port of a backend.
    @Test
    void a_secret_beside_the_port_of_a_backend_is_lost() {
        var environment = Map.of("DB_URL", "jdbc:x://ada:sesame@h:{db.port}/shop", "KEY", "a");
        var experiment =
                experiment("${PASSWORD}")
                        .withVariants(List.of(started("a", "--port=1", environment)));
        assertThat(NotStored.of(experiment).lost()).containsExactly("DB_URL");
        assertThat(NotStored.of(experiment).variables()).contains("KEY").doesNotContain("DB_URL");
    }

    /// A value with the form of a reference is that of the lab's variable, and none of another.
    @Test
    void variables_of_the_lab_give_services_their_secrets_again() {
        var stored = stored(withEnvironment(List.of(Map.of("API_TOKEN", "sesame", "MODE", "a"))));
        var lab = Map.of("API_TOKEN", "${MODE}", "MODE", "lab");
        var again = AgentsAgain.NONE.in(stored, lab).variants().getFirst().environment();
        assertThat(EnvironmentValue.expanded("API_TOKEN", again.get("API_TOKEN"), lab))
                .isEqualTo("${MODE}");
        assertThat(again).containsEntry("MODE", "a");
        var without = AgentsAgain.NONE.in(stored, Map.of()).variants().getFirst();
        assertThatThrownBy(() -> ServiceSecrets.mask(without, List.of()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("export API_TOKEN=");
    }

    /// The lab may have options of its own JVM in that variable.
    @Test
    void a_variable_of_every_jvm_is_restored_from_another_one() {
        var options = "-Xmx1g -Ddb.password=sesame";
        var stored = stored(withEnvironment(List.of(Map.of("JAVA_TOOL_OPTIONS", options))));
        var lab = Map.of("JAVA_TOOL_OPTIONS", "-Xmx9g", "SECRET_JAVA_TOOL_OPTIONS", options);
        var again = AgentsAgain.NONE.in(stored, lab).variants().getFirst().environment();
        assertThat(again).containsEntry("JAVA_TOOL_OPTIONS", "${SECRET_JAVA_TOOL_OPTIONS}");
        var without = Map.of("JAVA_TOOL_OPTIONS", "-Xmx9g");
        assertThat(AgentsAgain.NONE.in(stored, without).variants()).isEqualTo(stored.variants());
    }

    @Test
    void a_secret_with_several_values_is_lost_unless_the_lab_has_it() {
        var different =
                withEnvironment(
                        List.of(
                                Map.of("DB_PASSWORD", "sesame-1", "KEY", "${KEY}"),
                                Map.of("DB_PASSWORD", "sesame-2", "API_TOKEN", "sesame-3")));
        assertThat(NotStored.of(different).lost()).containsExactly("DB_PASSWORD");
        assertThat(NotStored.of(different).variables()).containsExactly("API_TOKEN");
        var commands =
                different.withVariants(
                        List.of(
                                started("a", "--api.token=sesame-1", Map.of()),
                                started("b", "--api.token=sesame-2", Map.of())));
        assertThat(NotStored.of(commands).lost()).containsExactly("API_TOKEN");
        var both =
                different.withVariants(
                        List.of(
                                started("a", "--api.token=sesame-1", Map.of()),
                                started("b", "--port=1", Map.of("API_TOKEN", "sesame-2"))));
        assertThat(NotStored.of(both).lost()).containsExactly("API_TOKEN");
        assertThat(NotStored.of(stored(both)).lost())
                .as("results do not say that they differ")
                .isEmpty();
    }

    /// A variable of the lab would give both services the same value.
    @Test
    void a_secret_that_is_lost_is_not_taken_from_the_lab() {
        var experiment =
                withEnvironment(
                        List.of(
                                Map.of("DB_PASSWORD", "sesame-1", "API_TOKEN", "sesame-3"),
                                Map.of("DB_PASSWORD", "sesame-2", "MODE", "a")));
        var stored = stored(NotStored.marked(experiment));
        assertThat(NotStored.of(stored)).isEqualTo(NotStored.of(experiment));
        var lab = Map.of("DB_PASSWORD", "sesame-1", "API_TOKEN", "sesame-3");
        var again = AgentsAgain.NONE.in(stored, lab).variants();
        assertThat(again.getFirst().environment())
                .containsEntry("DB_PASSWORD", EnvironmentValue.LOST)
                .containsEntry("API_TOKEN", "${API_TOKEN}");
        assertThat(again.getLast().environment()).containsEntry("MODE", "a");
        assertThatThrownBy(() -> ServiceSecrets.mask(again.getLast(), List.of()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("DB_PASSWORD");
    }

    private static Variant started(String name, String option, Map<String, String> environment) {
        return Variant.of(name, SampleCommand.of("./shop", option)).withEnvironment(environment);
    }
}
