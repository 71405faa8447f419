package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loombench.SampleService;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.ServiceSecrets;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.process.StartedServer;
import dev.loombench.text.CommandWords;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Services of one launcher, of which nothing is left after a test.
abstract class StartedServices {
    static final Ready HEALTH = new Ready.Http("/health");
    static final Duration WITHIN = Duration.ofMinutes(4);

    @TempDir Path home;
    ServerLauncher launcher;
    String app;

    @BeforeEach
    void open() throws IOException {
        launcher = new ServerLauncher(FakeZoo.at(home));
        app = SampleService.command(home);
    }

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
        assertThat(left()).isEmpty();
    }

    List<String> left() {
        return leftProcesses().map(p -> command(p.pid())).toList();
    }

    Stream<ProcessHandle> leftProcesses() {
        return ProcessHandle.allProcesses()
                .filter(p -> command(p.pid()).contains(home + "/app.jar"));
    }

    Variant variant(String command, Ready ready, Duration within) {
        return variant(command, ready, within, Map.of(), Optional.empty(), 0);
    }

    Variant variant(
            String command,
            Ready ready,
            Duration within,
            Map<String, String> environment,
            Optional<Jdk> jdk,
            int port) {
        return new Variant(
                "mine",
                new ServiceCommand(
                        CommandWords.split(command),
                        ready,
                        within,
                        SameAnswers.OFF,
                        Optional.empty()),
                jdk,
                Optional.empty(),
                Optional.of(home),
                environment,
                port);
    }

    StartedServer start(String command) throws InterruptedException {
        return start(variant(command, HEALTH, WITHIN));
    }

    StartedServer start(Variant variant) throws InterruptedException {
        return (StartedServer)
                launcher.launch(
                        variant,
                        InetAddress.getLoopbackAddress(),
                        List.of(),
                        List.of(),
                        ServiceSecrets.mask(variant, List.of()),
                        home.resolve("trial"));
    }

    LaunchFailed failure(String command, Duration within) {
        return failure(variant(command, HEALTH, within));
    }

    private LaunchFailed failure(Variant variant) {
        var failed = catchThrowableOfType(LaunchFailed.class, () -> start(variant));
        assertThat(failed).isNotNull();
        assertThat(left()).isEmpty();
        return failed;
    }

    /// The failure of a service that runs and is never ready: within a time limit that lets it get
    /// as far as the message says, also on a slow machine.
    String messageOfUnready(String command, Ready ready, Pattern expected) {
        for (int seconds = 1; ; seconds *= 3) {
            var failed = failure(variant(command, ready, Duration.ofSeconds(seconds)));
            var message = String.valueOf(failed.getMessage());
            if (expected.matcher(message).find() || seconds > 60) {
                return message;
            }
        }
    }

    static String get(StartedServer server) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var uri = URI.create("http://127.0.0.1:%d/hello".formatted(server.port()));
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        }
    }

    static String command(long pid) {
        return ProcessHandle.of(pid).flatMap(p -> p.info().commandLine()).orElse("");
    }
}
