package dev.loombench.zoo.work;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Runs `TestServer` in real processes; its model selects its behaviour.
class ServerMainTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothing_is_left_behind() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void a_server_that_accepts_prints_ready() throws Exception {
        var server = start("--model", "good");
        assertThat(server.inputReader().readLine()).isEqualTo("READY port=4711");
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void a_server_exits_when_its_input_closes() throws Exception {
        var server = start("--model", "good");
        assertThat(server.inputReader().readLine()).startsWith("READY");
        server.outputWriter().append("ignored\n").flush();
        assertThat(server.isAlive()).isTrue();
        server.outputWriter().close();
        assertThat(server.waitFor()).isZero();
    }

    @Test
    void a_server_exits_even_with_an_exhausted_heap() throws Exception {
        var server = start("--model", "hoarder");
        assertThat(server.inputReader().readLine()).isEqualTo("filling the heap");
        assertThat(server.inputReader().readLine()).isEqualTo("heap exhausted");
        server.outputWriter().close();
        assertThat(server.waitFor()).isZero();
    }

    @Test
    void an_invalid_command_line_exits_with_code_2_and_one_line() throws Exception {
        var server = start("--modle", "good");
        assertThat(server.errorReader().lines())
                .singleElement(STRING)
                .startsWith("unknown option --modle");
        assertThat(server.waitFor()).isEqualTo(2);
        var wrongModel = start("--model", "absent");
        assertThat(wrongModel.errorReader().lines())
                .containsExactly("no model absent: this server has good, hoarder");
        assertThat(wrongModel.waitFor()).isEqualTo(2);
    }

    @Test
    void a_taken_port_exits_with_code_1_and_one_line() throws Exception {
        var server = start("--model", "taken");
        assertThat(server.errorReader().lines())
                .containsExactly("cannot listen on the port: Address already in use");
        assertThat(server.waitFor()).isEqualTo(1);
    }

    private Process start(String... args) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                System.getProperty("java.home") + File.separator + "bin/java",
                                "-Xmx16m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                TestServer.class.getName()));
        command.addAll(List.of(args));
        var process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    static final class TestServer {
        private TestServer() {}

        public static void main(String[] args) {
            ServerMain.run(args, TestServer::serve);
        }

        private static int serve(Options options) throws IOException {
            return switch (options.model()) {
                case "good" -> 4711;
                case "hoarder" -> hoard();
                case "taken" ->
                        throw new IllegalStateException(
                                new BindException("Address already in use"));
                default -> throw UsageException.unknownModel(options.model(), "good", "hoarder");
            };
        }

        /// Fills the heap to its last byte, prints without allocating, and keeps the references.
        private static int hoard() {
            var last = "heap exhausted\n".getBytes(US_ASCII);
            say("filling the heap\n".getBytes(US_ASCII));
            var hoard = new Object[1];
            for (int size = 1 << 20; size > 0; ) {
                try {
                    hoard[0] = new Object[] {hoard[0], new byte[size]};
                } catch (OutOfMemoryError e) {
                    size /= 2;
                }
            }
            say(last);
            while (hoard[0] != null) {
                Thread.onSpinWait();
            }
            return 0;
        }

        private static void say(byte[] line) {
            System.out.write(line, 0, line.length);
            System.out.flush();
        }
    }
}
