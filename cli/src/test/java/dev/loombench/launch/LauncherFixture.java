package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A launcher of real processes that misbehave; see `FakeServer`.
abstract class LauncherFixture {
    @TempDir Path home;
    Zoo zoo;
    Path trial;
    ServerLauncher launcher;

    @BeforeEach
    void open() throws IOException {
        zoo = FakeZoo.at(home);
        trial = home.resolve("trial with a space");
        launcher = new ServerLauncher(zoo, Duration.ofMinutes(2));
    }

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
        assertThat(fakes()).isEmpty();
    }

    LaunchFailed failureOf(String model) {
        return failureOf(launcher, FakeZoo.variant(model));
    }

    LaunchFailed failureOf(ServerLauncher by, Variant variant) {
        var failed =
                catchThrowableOfType(LaunchFailed.class, () -> by.start(variant, List.of(), trial));
        assertThat(failed).isNotNull();
        assertThat(fakes()).isEmpty();
        return failed;
    }

    static Path temporaryFileOf(ServerProcess server) {
        return server.logTail(10).stream()
                .filter(line -> line.startsWith("temporary "))
                .map(line -> Path.of(line.substring("temporary ".length())))
                .findFirst()
                .orElseThrow();
    }

    static ProcessExit endOf(ServerProcess server) throws Exception {
        return server.exit().toCompletableFuture().get();
    }

    static Variant onPort(String model, int port) {
        return new Variant(
                "v",
                new ZooServer("fake", model, Threading.BOUNDED, Map.of(), List.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                port);
    }

    static List<ProcessHandle> fakes() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("fake.jar"))
                .toList();
    }
}
