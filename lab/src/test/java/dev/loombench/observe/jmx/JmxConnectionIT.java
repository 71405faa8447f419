package dev.loombench.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ListeningSockets;
import dev.loombench.observe.SubjectProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
class JmxConnectionIT {
    @Test
    @EnabledOnOs(OS.LINUX)
    void the_observed_jvm_listens_on_nothing_and_keeps_no_thread_of_ours() throws Exception {
        try (var subject = SubjectProcess.start()) {
            assertThat(ListeningSockets.of(subject.pid())).isEmpty();
            try (var link = JmxConnection.attach(subject.pid())) {
                assertThat(
                                link.number(
                                        JmxConnection.bean("java.lang:type=Threading"),
                                        "ThreadCount"))
                        .isPresent();
                assertThat(ListeningSockets.of(subject.pid())).isEmpty();
                assertThat(servesUs(subject.pid())).isTrue();
            }
            while (servesUs(subject.pid())) { // until the thread has seen the connection close
                Thread.sleep(5);
            }
            assertThat(ListeningSockets.of(subject.pid())).isEmpty();
        }
    }

    /// The table would show a listener if there were one.
    @Test
    @EnabledOnOs(OS.LINUX)
    void a_listening_socket_is_seen() throws IOException {
        try (var socket = new ServerSocket(0)) {
            assertThat(ListeningSockets.of(ProcessHandle.current().pid()))
                    .anyMatch(s -> s.endsWith(":%04X".formatted(socket.getLocalPort())));
        }
    }

    @Test
    void what_a_bean_throws_is_thrown_here_and_the_link_goes_on() throws IOException {
        try (var subject = SubjectProcess.start();
                var link = JmxConnection.attach(subject.pid())) {
            var memory = JmxConnection.bean("java.lang:type=Memory");
            assertThat(link.attributes(JmxConnection.bean("none:type=None"), "X").isEmpty())
                    .isTrue();
            assertThatThrownBy(() -> link.invoke(memory, "noSuchOperation", new Object[0]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("noSuchOperation");
            assertThat(link.attributes(memory, "HeapMemoryUsage").usage("HeapMemoryUsage"))
                    .isPresent();
        }
    }

    @Test
    void a_jvm_that_ends_is_a_lost_connection() throws IOException {
        try (var subject = SubjectProcess.start();
                var link = JmxConnection.attach(subject.pid())) {
            subject.exit();
            assertThatThrownBy(() -> link.names(JmxConnection.bean("java.lang:*")))
                    .isInstanceOf(AgentConnection.ConnectionLost.class);
        }
    }

    @Test
    void a_jvm_that_loads_no_agents_is_told_with_the_reason() {
        try (var subject = SubjectProcess.start(List.of("-XX:-EnableDynamicAgentLoading"))) {
            assertThatThrownBy(() -> JmxConnection.attach(subject.pid()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("EnableDynamicAgentLoading");
        }
    }

    private static boolean servesUs(long pid) throws IOException {
        try (var threads = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
            for (var thread : threads) {
                if (isOurs(thread)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOurs(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip().equals("loombench-jmx");
        } catch (IOException ended) {
            return false;
        }
    }
}
