package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.proc.StoppedTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The JDK's file server in a separate process, stopped and continued by signals.
@EnabledOnOs(OS.LINUX)
class LoadedProcessTest {
    private static final Pattern PORT = Pattern.compile("port (\\d+)");

    private Process process;
    private InetSocketAddress address;

    @BeforeEach
    void serve() throws IOException {
        var java = ScriptableProcess.java();
        process =
                new ProcessBuilder(java, "-m", "jdk.httpserver", "-b", "127.0.0.1", "-p", "0")
                        .redirectErrorStream(true)
                        .start();
        var reader = process.inputReader();
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            var port = PORT.matcher(line);
            if (port.find()) {
                address =
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)));
                return;
            }
        }
        throw new IOException("the server printed no port");
    }

    @AfterEach
    void end() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void only_the_time_in_which_the_server_is_stopped_counts() throws Exception {
        var server = LoadedProcess.at(address);
        server.sample();
        assertThat(server.stoppedNanos()).hasValue(0);

        long before = System.nanoTime();
        signal("STOP");
        while (server.stoppedNanos().orElseThrow() == 0) {
            Thread.sleep(5);
            server.sample();
        }
        signal("CONT");
        while (StoppedTime.isStopped(process.pid())) {
            Thread.sleep(1);
        }
        Thread.sleep(101); // until the next sample, from which on the server runs
        server.sample();
        long stopped = server.stoppedNanos().orElseThrow();
        assertThat(stopped).isBetween(1L, System.nanoTime() - before);
        Thread.sleep(101);
        server.sample();
        assertThat(server.stoppedNanos()).hasValue(stopped);
    }

    @Test
    void a_server_on_the_same_port_of_another_address_is_another() throws Exception {
        var other = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), address.getPort());
        assertThat(LoadedProcess.at(other).stoppedNanos()).isEmpty();
    }

    @Test
    void a_remote_server_has_no_stopped_time() throws Exception {
        var remote =
                InetAddress.getByAddress(
                        new byte[] {(byte) 192, 0, 2, 1}); // RFC 5737: documentation only
        var server = LoadedProcess.at(new InetSocketAddress(remote, address.getPort()));
        server.sample();
        assertThat(server.stoppedNanos()).isEmpty();
    }

    private void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
