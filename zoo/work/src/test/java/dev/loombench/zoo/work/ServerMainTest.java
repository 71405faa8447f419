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
import org.junit.jupiter.api.Timeout;

/// Against real processes: they run `Ward`, a server that does as its model says.
@Timeout(60)
class LifecycleTest {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothing_is_left_behind() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void a_server_that_accepts_says_ready() throws Exception {
        var ward = start("--model", "good");
        assertThat(ward.inputReader().readLine()).isEqualTo("READY port=4711");
        assertThat(ward.isAlive()).isTrue();
    }

    @Test
    void a_server_leaves_when_its_input_closes() throws Exception {
        var ward = start("--model", "good");
        assertThat(ward.inputReader().readLine()).startsWith("READY");
        ward.outputWriter().append("of no interest\n").flush();
        assertThat(ward.isAlive()).isTrue();
        ward.outputWriter().close();
        assertThat(ward.waitFor()).isZero();
    }

    @Test
    void an_exhausted_heap_does_not_keep_the_server() throws Exception {
        var ward = start("--model", "hoarder");
        assertThat(ward.inputReader().readLine()).isEqualTo("about to take all");
        assertThat(ward.inputReader().readLine()).isEqualTo("nothing left");
        ward.outputWriter().close();
        assertThat(ward.waitFor()).isZero();
    }

    @Test
    void a_wrong_command_line_ends_with_code_2_and_one_line() throws Exception {
        var ward = start("--modle", "good");
        assertThat(ward.errorReader().lines())
                .singleElement(STRING)
                .startsWith("no option --modle");
        assertThat(ward.waitFor()).isEqualTo(2);
        var wrongModel = start("--model", "absent");
        assertThat(wrongModel.errorReader().lines())
                .containsExactly("no model absent: this server has good, hoarder");
        assertThat(wrongModel.waitFor()).isEqualTo(2);
    }

    @Test
    void a_taken_port_ends_with_code_1_and_one_line() throws Exception {
        var ward = start("--model", "taken");
        assertThat(ward.errorReader().lines())
                .containsExactly("cannot listen on the port: Address already in use");
        assertThat(ward.waitFor()).isEqualTo(1);
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
                                Ward.class.getName()));
        command.addAll(List.of(args));
        var process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    static final class Ward {
        private Ward() {}

        public static void main(String[] args) {
            ServerMain.run(args, Ward::serve);
        }

        private static int serve(Options options) throws IOException {
            return switch (options.model()) {
                case "good" -> 4711;
                case "hoarder" -> hoard();
                case "taken" ->
                        throw new IllegalStateException(
                                new BindException("Address already in use"));
                default -> throw UsageException.noModel(options.model(), "good", "hoarder");
            };
        }

        /// Takes the heap to its last byte, says so without a need for another, and never lets go.
        private static int hoard() {
            var last = "nothing left\n".getBytes(US_ASCII);
            say("about to take all\n".getBytes(US_ASCII));
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
