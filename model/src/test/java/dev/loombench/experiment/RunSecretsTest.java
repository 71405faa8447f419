package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Backend;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.SecretMask;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.result.store.ResultJson;
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
                service("podman", "run", "-e", "POSTGRES_PASSWORD=" + password, "postgres"),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0,
                Lifetime.RUN);
    }

    private static ServiceCommand service(String... words) {
        return new ServiceCommand(
                List.of(words),
                new Ready.Port(),
                Duration.ofSeconds(1),
                SameAnswers.OFF,
                Optional.empty());
    }

    private static Experiment experiment(String password) {
        var sample = SampleRun.experiment();
        var variant =
                new Variant(
                        "a",
                        service("java", "-Ddb.password=" + password, "-jar", "shop.jar"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        0);
        var reset = List.of("psql", "postgres://ada:" + password + "@h/db", "-f", "reset.sql");
        var dependencies =
                new Dependencies(
                        List.of(database(password)),
                        Optional.of(new TrialCommand(reset, Duration.ofSeconds(1))),
                        Optional.empty());
        return sample.withVariants(List.of(variant))
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
        assertThatThrownBy(() -> SecretMask.of(stored.variants().getFirst(), List.of()))
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

    @Test
    void a_variable_of_a_service_is_lost_unless_the_lab_has_it() {
        var sample = experiment("sesame");
        var variant =
                sample.variants()
                        .getFirst()
                        .withEnvironment(Map.of("DB_PASSWORD", "sesame", "KEY", "${KEY}"));
        assertThat(NotStored.of(sample.withVariants(List.of(variant))).lost())
                .containsExactly("DB_PASSWORD");
    }
}
