package dev.loombench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Dependencies.Backend;
import dev.loombench.experiment.Dependencies.Lifetime;
import dev.loombench.experiment.Dependencies.TrialCommand;
import dev.loombench.result.store.ResultJson;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandSecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Dspring.datasource.password=sesame | -Dspring.datasource.password=***",
                "-Ddb.password=open sesame | -Ddb.password=***",
                "--api-key=sesame | --api-key=***",
                "POSTGRES_PASSWORD=sesame | POSTGRES_PASSWORD=***",
                "-Durl=jdbc:mysql://ada:sesame@h/db | -Durl=jdbc:mysql://ada:***@h/db",
                "-Durl=jdbc:x://h/db?user=ada&password=sesame | -Durl=jdbc:x://h/db?user=ada&password=***",
                "amqp://ada:sesame@h:5672/ | amqp://ada:***@h:5672/",
                "-Dopts={\"password\":\"sesame\"} | -Dopts=***",
                "--env=DB_PASSWORD=sesame | --env=DB_PASSWORD=***",
                "java -Dpin=sesame -jar a.jar | java -Dpin=*** -jar a.jar",
                "exec java -Dpw='open sesame' -jar a.jar | exec java -Dpw='***' -jar a.jar",
                "DB_PASSWORD=sesame; java -jar a.jar | DB_PASSWORD=***; java -jar a.jar",
                "app --token sesame --port 80 | app --token *** --port 80",
                "app --url jdbc:x://ada:sesame@h/db | app --url jdbc:x://ada:***@h/db",
                "-Dapi.key=sesame | -Dapi.key=***",
                "-Dapp.token.live=sesame | -Dapp.token.live=***",
                "-Dapp.auth=sesame | -Dapp.auth=***",
                "-Dpw=$esame! | -Dpw=***",
                "--opts=-Ddb.password=sesame -Xmx1g | --opts=-Ddb.password=*** -Xmx1g"
            })
    void a_secret_is_not_shown(String text, String shown) {
        assertThat(CommandSecrets.masked(text)).isEqualTo(shown);
        assertThat(CommandSecrets.masked(shown)).as("from results").isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "--server.port={port}",
                "-Dspring.threads.virtual.enabled=true",
                "-Djdk.tls.client.enableSessionTicketExtension=false",
                "--spring.session.store-type=redis",
                "--session.timeout=30m",
                "--spring.session.redis.cleanup-cron=0 * * * * *",
                "--server.servlet.session.cookie.same-site=strict",
                "--server.servlet.session.tracking-modes=cookie",
                "--spring.security.oauth2.client.registration.a.scope=openid",
                "-Dhttp.auth.preference=kerberos",
                "-Dmp.jwt.verify.issuer=shop",
                "-Dcassandra.session-keyspace-name=shop",
                "-Dcache.key=id.0",
                "--tokens=many",
                "--monkey=business",
                "--author=ada",
                "--password-encoder=bcrypt",
                "--key=server.pem",
                "--key=/etc/shop/keys.p12",
                "--host=auth:8080",
                "--env=DB_PASSWORD=$DB_PASSWORD",
                "JAVA_OPTS=-Dspring.session.store-type=redis",
                "app --no-auth shop",
                "app --auth basic shop",
                "-Djavax.net.ssl.keyStore=/etc/shop/keys.p12",
                "--key=/etc/shop/server.pem",
                "--auth=none",
                "--auth=true,false",
                "--url=http://h:80/a?b=c",
                "java -Dpw=$DB_PASSWORD -jar a.jar",
                "java -Dpw=$(cat /run/pw) -jar a.jar",
                "-XX:StartFlightRecording=filename=a.jfr,settings=profile"
            })
    void other_settings_are_shown(String text) {
        assertThat(CommandSecrets.masked(text)).isEqualTo(text);
    }

    @Test
    void the_word_after_an_option_may_be_a_secret() {
        assertThat(CommandSecrets.masked(List.of("app", "--password", "sesame", "--token", "-v")))
                .containsExactly("app", "--password", "***", "--token", "-v");
    }

    @Test
    void a_value_with_many_signs_takes_no_time() {
        var word = "a=".repeat(2_000);
        assertThat(CommandSecrets.masked(word)).isEqualTo(word);
    }

    @Test
    void the_output_of_a_service_has_neither_the_value_nor_the_password_within_it() {
        var words = List.of("app", "--db=jdbc:x://ada:sesame-1@h/db", "--token=sesame-2");
        assertThat(CommandSecrets.of(words)).containsExactly("sesame-1", "sesame-2");
    }

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
    void what_a_jvm_prints_of_its_options_has_no_secret() {
        var variant =
                experiment("sesame")
                        .variants()
                        .getFirst()
                        .withEnvironment(Map.of("DB_URL", "jdbc:x://ada:sesame-1@h/db"));
        var lab =
                Map.of(
                        "JAVA_TOOL_OPTIONS",
                        "-javaagent:/apm.jar=licenseKey=sesame-2 -Xmx1g -Dpw=sesame-3",
                        "OTHER",
                        "sesame-4");
        var mask = ServiceSecrets.mask(variant, List.of(), lab);
        assertThat(mask.of("Picked up JAVA_TOOL_OPTIONS: " + lab.get("JAVA_TOOL_OPTIONS")))
                .isEqualTo(
                        "Picked up JAVA_TOOL_OPTIONS: -javaagent:/apm.jar=licenseKey=*** -Xmx1g -Dpw=***");
        assertThat(mask.of("ada with sesame-1")).isEqualTo("ada with ***");
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
        var command = service("./shop");
        return sample.withVariants(
                environments.stream()
                        .map(environment ->
                                new Variant(
                                        "v" + environments.indexOf(environment),
                                        command,
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        environment,
                                        0))
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
                .containsExactlyInAnyOrder("API_TOKEN", "DB_URL", "JAVA_TOOL_OPTIONS");
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
        assertThatThrownBy(() -> ServiceSecrets.mask(without, List.of(), Map.of()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("export API_TOKEN=");
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
    }
}
