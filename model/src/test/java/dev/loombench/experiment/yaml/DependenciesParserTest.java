package dev.loombench.experiment.yaml;

import static dev.loombench.experiment.yaml.ExperimentTexts.problems;
import static dev.loombench.experiment.yaml.ExperimentTexts.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.Scenario;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Dependencies.Lifetime;
import dev.loombench.experiment.variant.Dependencies.TrialCommand;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.result.store.ResultJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Backends, and the commands before and after each process.
class DependenciesParserTest {
    private static final String GOOD =
            """
            question: Which one?
            service:
              command: shop --port {port} --db 127.0.0.1:{db.port}
              environment: {CACHE: "127.0.0.1:{cache.port}"}
              backends:
                - name: db
                  command: ./start-db {port}
                  ready: {log: ready to accept, within: 30s}
                  cpus: "1"
                  environment: {DB_PASSWORD: secret-value}
                - {name: cache, command: [cache, "{port}", "{db.port}"], per: process}
              before-each: ./reset {db.port}
              after-each: {command: ./collect, within: 5s}
            variants:
              - {name: pool}
              - {name: virtual, args: --virtual}
            load: {users: 10, path: /orders/1}
            """;

    @Test
    void a_backend_has_a_command_an_event_and_a_lifetime() {
        var backends = read(GOOD).dependencies().backends();
        assertThat(backends).extracting(Dependencies.Backend::name).containsExactly("db", "cache");
        assertThat(backends)
                .extracting(Dependencies.Backend::lifetime)
                .containsExactly(Lifetime.RUN, Lifetime.PROCESS);
        var db = backends.getFirst();
        assertThat(db.cpus()).contains(new Cpus.Listed("1"));
        assertThat(db.command().ready()).isEqualTo(new Ready.LogLine("ready to accept"));
        assertThat(db.command().within()).isEqualTo(Duration.ofSeconds(30));
        assertThat(backends.get(1).command().ready()).isEqualTo(new Ready.Port());
    }

    @Test
    void commands_before_and_after_have_a_time_limit() {
        var dependencies = read(GOOD).dependencies();
        assertThat(dependencies.beforeEach())
                .contains(
                        new TrialCommand(List.of("./reset", "{db.port}"), Duration.ofSeconds(60)));
        assertThat(dependencies.afterEach())
                .contains(new TrialCommand(List.of("./collect"), Duration.ofSeconds(5)));
    }

    @Test
    void both_commands_are_executed_around_a_variant() {
        var experiment = read(GOOD);
        var variant = experiment.variants().getFirst();
        assertThat(experiment.dependencies().commands(variant))
                .extracting(LaunchConfiguration::name)
                .containsExactly("before-each", "after-each");
        assertThat(Dependencies.NONE.commands(variant)).isEmpty();
    }

    /// Before a process starts, the port is known only where it is fixed.
    @Test
    void commands_before_and_after_get_the_fixed_port_of_the_variant() {
        var experiment =
                read(
                        GOOD.replace("./collect", "'./collect {port}'")
                                .replace("name: pool", "name: pool, port: 8080")
                                .replace("name: virtual", "name: virtual, port: 8081")
                                .replace("CACHE:", "URL: 'http://localhost:{port}', CACHE:"));
        var collect = experiment.dependencies().afterEach().orElseThrow();
        var command = collect.of(experiment.variants().getFirst(), "after-each");
        assertThat(command.command().words()).containsExactly("./collect", "8080");
        assertThat(command.environment())
                .containsEntry("PORT", "8080")
                .containsEntry("SERVER_PORT", "8080")
                .containsEntry("URL", "http://localhost:8080");
        var reset = experiment.dependencies().beforeEach().orElseThrow();
        var ofFree = reset.of(read(GOOD).variants().getFirst(), "before-each");
        assertThat(ofFree.environment()).doesNotContainKey("PORT");
    }

    @Test
    void ports_are_replaced_in_the_command_and_the_environment() {
        var variant = read(GOOD).variants().getFirst();
        var started = Dependencies.withPorts(variant, Map.of("db", 5432, "cache", 6379));
        assertThat(started.service().map(ServiceCommand::words))
                .contains(List.of("shop", "--port", "{port}", "--db", "127.0.0.1:5432"));
        assertThat(started.environment()).isEqualTo(Map.of("CACHE", "127.0.0.1:6379"));
    }

    @Test
    void backends_and_commands_get_the_ports_of_backends() {
        var experiment = read(GOOD);
        var ports = Map.of("db", 5432);
        var cache = experiment.dependencies().backends().get(1).withPorts(ports);
        assertThat(cache.command().words()).containsExactly("cache", "{port}", "5432");
        assertThat(cache.lifetime()).isEqualTo(Lifetime.PROCESS);
        var reset = experiment.dependencies().beforeEach().orElseThrow();
        var command =
                reset.of(experiment.variants().getFirst(), "before-each")
                        .withPorts(Map.of("db", 5432, "cache", 6379));
        assertThat(command.command().words()).containsExactly("./reset", "5432");
        assertThat(command.environment()).containsEntry("CACHE", "127.0.0.1:6379");
    }

    @Test
    void what_an_experiment_starts_are_its_variants_and_their_backends() {
        assertThat(read(GOOD).launched())
                .extracting(LaunchConfiguration::name)
                .containsExactly("pool", "virtual", "db", "cache");
    }

    @Test
    void results_have_them_without_the_values_of_variables() {
        var experiment = read(GOOD);
        var scenario = experiment.scenario();
        var json = ResultJson.MAPPER.writeValueAsString(scenario);
        assertThat(json).contains("\"per\":\"process\"").doesNotContain("secret-value");
        assertThat(ResultJson.MAPPER.readTree(json).at("/dependencies/backends/0/service/name"))
                .hasToString("\"db\"");
        var stored = ResultJson.MAPPER.readValue(json, Scenario.class).dependencies().orElseThrow();
        assertThat(stored.beforeEach()).isEqualTo(experiment.dependencies().beforeEach());
        assertThat(stored.shared()).containsExactly("db");
        var cache = experiment.dependencies().backends().get(1);
        assertThat(stored.backends().get(1)).isEqualTo(cache);
    }

    @Test
    void a_service_without_them_is_stored_without_the_key() {
        var without =
                read(
                        "question: a\nvariants: [{server: tomcat, model: virtual}]\nload: {users: 1, path: /}");
        assertThat(without.scenario().dependencies()).isEqualTo(Optional.empty());
        assertThat(ResultJson.MAPPER.writeValueAsString(without.scenario()))
                .doesNotContain("dependencies");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{db.port}; {dbx.port}; {dbx.port} names no backend",
                "./reset {db.port}; ./reset {port}; \"pool\" has none: set its port",
                "name: db; name: 'my db'; a backend's name must consist of small letters",
                "name: cache; name: db; two backends are named db",
                "per: process; per: trial; value of per",
                "[cache, \"{port}\", \"{db.port}\"]; [cache, \"{cache.port}\"]; {cache.port} names no backend",
                "within: 5s; within: 0s; within",
                "per: process; life: process; no key \"life\"",
                "command: ./collect; program: ./collect; no key \"program\"",
            })
    void mistakes_are_explained(String right, String wrong, String message) {
        assertThat(GOOD).contains(right);
        assertThat(String.join("\n", problems(GOOD.replace(right, wrong)))).contains(message);
    }

    @Test
    void what_is_alive_at_the_same_time_has_different_ports() {
        var fixed = GOOD.replace("cpus: \"1\"", "port: 7000");
        assertThat(read(fixed).dependencies().backends().getFirst().port()).isEqualTo(7_000);
        assertThat(problems(fixed.replace("per: process", "per: process, port: 7000")))
                .singleElement()
                .asString()
                .contains("\"cache\" and the backend \"db\"", "7000");
        assertThat(problems(fixed.replace("name: virtual", "name: virtual, port: 7000")))
                .singleElement()
                .asString()
                .contains("\"virtual\" and the backend \"db\"", "7000");
    }

    @Test
    void they_need_services_that_the_lab_starts() {
        var running =
                """
                question: Which one?
                service: {after-each: ./collect}
                variants:
                  - {name: old, url: "http://127.0.0.1:1"}
                  - {name: new, url: "http://127.0.0.1:2"}
                load: {users: 10, path: /orders/1}
                """;
        assertThat(String.join("\n", problems(running)))
                .contains("backends, before-each and after-each need services");
    }
}
