package dev.loombench.cli.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Main;
import dev.loombench.load.Responder;
import dev.loombench.observe.ScriptableProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LoadWithoutNativeTest {
    /// A JVM without native access cannot use io_uring, whatever the kernel allows.
    @Test
    void where_io_uring_is_forbidden_nio_is_used_and_the_result_has_the_reason() throws Exception {
        try (var server = Responder.always(Responder.HELLO)) {
            var port = server.address().getPort();
            var output = loadInJvmWithoutNative(port, "auto");
            assertThat(output).startsWith("{");
            var generator = JsonMapper.shared().readTree(output).get("generator");
            assertThat(generator.get("transport").asString()).isEqualTo("nio");
            assertThat(generator.get("transportReason").asString()).isNotEmpty();
            assertThat(loadInJvmWithoutNative(port, "io_uring"))
                    .contains("transport io_uring was requested");
        }
    }

    private static String loadInJvmWithoutNative(int port, String transport) throws Exception {
        var command = new ArrayList<String>();
        command.add(ScriptableProcess.java());
        command.addAll(List.of("--illegal-native-access=deny", "-XX:TieredStopAtLevel=1"));
        command.add("-Duser.home=" + System.getProperty("user.home")); // with the machine's lock
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "load", "-c", "2", "-d", "100ms"));
        command.addAll(List.of("--warm-up", "100ms", "--output", "json"));
        command.addAll(List.of("--transport", transport));
        command.add("http://127.0.0.1:" + port + "/");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
