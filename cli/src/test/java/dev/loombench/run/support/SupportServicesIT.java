package dev.loombench.run.support;

import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.ServerLauncher;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A bank on a real PostgreSQL and a real delay service, as a run starts them; started once for all
/// tests.
@TestMethodOrder(OrderAnnotation.class)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class SupportServicesIT {
    private static final String EXPERIMENT =
            """
            question: Does the bank serve?
            variants: [{server: bank, model: virtual, ledger: postgresql, pool: 5}]
            load: {users: 10, path: "/bank/statement?account=1&ms=5"}
            """;

    @TempDir private static Path folder;

    private static ServerLauncher launcher;
    private static SupportServices services;
    private static ServerProcess bank;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void open() throws Exception {
        var zoo = Zoo.at(Path.of(System.getProperty("loombench.home")));
        launcher = new ServerLauncher(zoo);
        services = SupportServices.startIfNeeded(experiment(zoo), launcher, folder);
        var variant = experiment(zoo).variants().getFirst();
        var arguments = services.arguments(variant);
        bank = launcher.start(variant, List.of(), arguments, folder.resolve("trial"));
    }

    @AfterAll
    static void close() {
        launcher.close();
    }

    private static Experiment experiment(Zoo zoo) throws IOException {
        var file = Files.writeString(folder.resolve("bank.yaml"), EXPERIMENT);
        return new ExperimentReader(zoo.servers()).read(file);
    }

    @Test
    @Order(1)
    void a_transfer_changes_balances_and_statement() throws Exception {
        assertThat(transfer("{\"from\": 1, \"to\": 2, \"cents\": 50}").statusCode()).isEqualTo(200);
        assertThat(get("/bank/balance?account=1").at("/cents").asLong()).isEqualTo(999_950);
        assertThat(get("/bank/balance?account=2").at("/cents").asLong()).isEqualTo(1_000_050);
        var statement = get("/bank/statement?account=2&ms=5");
        assertThat(statement.at("/rates").asString()).isEqualTo("slept 5 ms");
        assertThat(statement.at("/account/cents").asLong()).isEqualTo(1_000_050);
        assertThat(statement.at("/movements/0/other").asInt()).isEqualTo(1);
        assertThat(statement.at("/movements/0/cents").asLong()).isEqualTo(50);
    }

    @Test
    @Order(2)
    void an_invalid_transfer_is_refused_and_changes_nothing() throws Exception {
        long before = get("/bank/balance?account=3").at("/cents").asLong();
        var tooMuch = "{\"from\": 3, \"to\": 4, \"cents\": 1000001}";
        assertThat(transfer(tooMuch).statusCode()).isEqualTo(409);
        var toNobody = "{\"from\": 3, \"to\": 99999, \"cents\": 1}";
        assertThat(transfer(toNobody).statusCode()).isEqualTo(404);
        assertThat(transfer(toNobody.replace("99999", "3")).statusCode()).isEqualTo(400);
        assertThat(transfer("{").statusCode()).isEqualTo(400);
        assertThat(get("/bank/balance?account=3").at("/cents").asLong()).isEqualTo(before);
    }

    /// As when the lab is killed, and no process can request the end of the database.
    @Test
    @Order(3)
    void a_database_whose_program_is_killed_ends_with_its_folder() {
        var program = ProcessHandle.of(services.database().pid()).orElseThrow();
        var others = program.descendants().toList();
        var folders = others.stream().flatMap(p -> p.info().arguments().stream()).toList();
        var data =
                folders.stream()
                        .flatMap(Arrays::stream)
                        .filter(word -> word.endsWith("/data"))
                        .map(Path::of)
                        .findFirst()
                        .orElseThrow();
        assertThat(data).exists();
        assertThat(program.destroyForcibly()).isTrue();
        others.forEach(process -> process.onExit().join());
        assertThat(data.getParent()).doesNotExist();
    }

    private HttpResponse<String> transfer(String json) throws Exception {
        var request = HttpRequest.newBuilder(uri("/bank/transfer"));
        return client.send(request.POST(BodyPublishers.ofString(json)).build(), ofString());
    }

    private JsonNode get(String path) throws Exception {
        var response = client.send(HttpRequest.newBuilder(uri(path)).build(), ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + bank.port() + path);
    }
}
