package dev.loombench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {
    /// Executes `Main`, in whose process an object is read at the end.
    static final class ReadsObject {
        private ReadsObject() {}

        public static void main(String[] args) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var objects = new ObjectOutputStream(bytes)) {
                objects.writeObject(new ArrayList<>(List.of("a")));
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(read(bytes))));
            Main.main(args);
        }

        @SuppressWarnings("BanSerializableRead") // its own bytes, which the filter refuses
        private static String read(ByteArrayOutputStream bytes) {
            try (var objects =
                    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return "read: " + objects.readObject();
            } catch (InvalidClassException refused) {
                return "refused: " + refused.getMessage();
            } catch (IOException | ClassNotFoundException e) {
                return e.toString();
            }
        }
    }

    @Test
    void its_process_reads_no_serialized_object() throws Exception {
        assertThat(output()).contains("refused: filter status: REJECTED");
    }

    @Test
    void a_filter_of_the_user_stays() throws Exception {
        assertThat(output("-Djdk.serialFilter=maxdepth=9")).contains("read: [a]");
    }

    private static String output(String... flags) throws Exception {
        var command = new ArrayList<String>();
        command.add(ScriptableProcess.java());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ReadsObject.class.getName(), "--version"));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
