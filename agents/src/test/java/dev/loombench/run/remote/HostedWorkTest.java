package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.agent.CallFailed;
import dev.loombench.agent.wire.Frame.ServerCall;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.launch.Zoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Calls for a server that has ended, or never started.
class HostedWorkTest {
    @TempDir private Path home;
    private HostedWork work;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectories(home.resolve("zoo"));
        work = new HostedWork(Zoo.at(home), Allowance.SERVERS_OF_THE_LAB, _ -> {});
    }

    private String call(ServerAction action) throws CallFailed, InterruptedException {
        return work.execute(new ServerCall(1, action, 7, 0), "");
    }

    @ParameterizedTest
    @EnumSource(names = {"END_OBSERVERS", "END_SERVER", "END_START"})
    void its_end_may_be_requested_again(ServerAction end) throws Exception {
        assertThat(call(end)).isEmpty();
    }

    @Test
    void nothing_else_may_be_requested() {
        assertThatExceptionOfType(CallFailed.class)
                .isThrownBy(() -> call(ServerAction.SAMPLE))
                .withMessageContaining("no server 7");
    }
}
