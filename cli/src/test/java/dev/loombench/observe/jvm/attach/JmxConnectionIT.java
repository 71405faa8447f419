package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.AgentThread;
import dev.loombench.observe.ListeningSockets;
import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.NestedSets;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class JmxConnectionIT {
    @Test
    @EnabledOnOs(OS.LINUX)
    void the_observed_jvm_opens_no_port_and_keeps_no_agent_thread() throws Exception {
        try (var process = ScriptableProcess.start()) {
            assertThat(ListeningSockets.of(process.pid())).isEmpty();
            try (var connection = JmxConnection.attach(process.pid())) {
                assertThat(
                                connection.number(
                                        JmxConnection.bean("java.lang:type=Threading"),
                                        "ThreadCount"))
                        .isPresent();
                assertThat(ListeningSockets.of(process.pid())).isEmpty();
                assertThat(AgentThread.isIn(process.pid())).isTrue();
            }
            while (AgentThread.isIn(
                    process.pid())) { // until the thread has noticed the closed connection
                Thread.sleep(5);
            }
            assertThat(ListeningSockets.of(process.pid())).isEmpty();
        }
    }

    /// The table would show a listener if there were one.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listening_socket_is_found() throws IOException {
        try (var socket = new ServerSocket(0)) {
            assertThat(ListeningSockets.of(ProcessHandle.current().pid()))
                    .anyMatch(s -> s.endsWith(":%04X".formatted(socket.getLocalPort())));
        }
    }

    @Test
    void an_exception_of_a_bean_is_rethrown_and_the_connection_stays_open() throws IOException {
        try (var process = ScriptableProcess.start();
                var connection = JmxConnection.attach(process.pid())) {
            var memory = JmxConnection.bean("java.lang:type=Memory");
            assertThat(connection.attributes(JmxConnection.bean("none:type=None"), "X").isEmpty())
                    .isTrue();
            assertThatThrownBy(() -> connection.invoke(memory, "noSuchOperation", new Object[0]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("noSuchOperation");
            assertThat(connection.attributes(memory, "HeapMemoryUsage").isEmpty()).isFalse();
        }
    }

    @Test
    void a_service_that_deserializes_nothing_is_observed() throws IOException {
        try (var process = ScriptableProcess.start(List.of("-Djdk.serialFilter=!*"));
                var connection = JmxConnection.attach(process.pid())) {
            assertThat(
                            connection.number(
                                    JmxConnection.bean("java.lang:type=Threading"), "ThreadCount"))
                    .isPresent();
        }
    }

    /// The agent reads the arguments in the observed JVM, whose work they must not disturb.
    @Test
    void arguments_that_take_long_to_read_are_rejected_in_the_observed_jvm() throws IOException {
        try (var process = ScriptableProcess.start();
                var connection = JmxConnection.attach(process.pid())) {
            var memory = JmxConnection.bean("java.lang:type=Memory");
            for (var arguments : new Object[] {NestedSets.of(22), new long[10_001]}) {
                assertThatThrownBy(() ->
                                connection.invoke(memory, "gc", new Object[] {arguments}, "x"))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("REJECTED");
            }
            assertThat(connection.attributes(memory, "HeapMemoryUsage").isEmpty()).isFalse();
        }
    }

    @Test
    void a_jvm_that_ends_is_a_lost_connection() throws IOException {
        try (var process = ScriptableProcess.start();
                var connection = JmxConnection.attach(process.pid())) {
            process.exit();
            assertThatThrownBy(() -> connection.names(JmxConnection.bean("java.lang:*")))
                    .isInstanceOf(JvmAgentConnection.ConnectionLost.class);
        }
    }

    @Test
    void a_jvm_that_loads_no_agents_is_reported_with_the_reason() {
        try (var process = ScriptableProcess.start(List.of("-XX:-EnableDynamicAgentLoading"))) {
            assertThatThrownBy(() -> JmxConnection.attach(process.pid()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("EnableDynamicAgentLoading");
        }
    }
}
