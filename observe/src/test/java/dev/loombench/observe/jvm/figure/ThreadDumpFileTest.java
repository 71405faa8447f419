package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;

/// The recorded lists are of one program on two JDKs: five virtual threads, of which three sleep,
/// one sleeps in `synchronized` and one waits for that lock; a sixth that spins; and a pool of two
/// platform threads, of which one sleeps and one is idle.
class ThreadDumpFileTest {
    private static ThreadDump recorded(String name) throws IOException, URISyntaxException {
        var resource = Objects.requireNonNull(ThreadDumpFileTest.class.getResource(name));
        return ThreadDumpFile.read(Path.of(resource.toURI()), "jvm", 7);
    }

    @Test
    void a_list_of_jdk_25_shows_virtual_threads_and_states() throws Exception {
        var dump = recorded("threads-25.json");

        // 10: seven of the JVM and the main thread, the pool's two, the scheduler of delays
        assertThat(dump.platform()).isEqualTo(10);
        assertThat(dump.carriers()).isEqualTo(2);
        assertThat(dump.virtual()).isEqualTo(6);
        assertThat(dump.total()).isEqualTo(18);
        assertThat(dump.groups().getFirst().count()).as("the three sleeping threads").isEqualTo(3);
        assertThat(dump.groups())
                .filteredOn(g -> g.kind() == ThreadKind.VIRTUAL)
                .extracting(StackGroup::count, StackGroup::state)
                .containsExactlyInAnyOrder(
                        tuple(3, "TIMED_WAITING"),
                        tuple(1, "TIMED_WAITING"),
                        tuple(1, "BLOCKED"),
                        tuple(1, "RUNNABLE"));
        assertThat(dump.groups().getFirst().frames())
                .startsWith("java.lang.VirtualThread.parkNanos(VirtualThread.java:784)");
    }

    @Test
    void a_list_of_jdk_21_shows_virtual_threads_by_their_stacks_and_no_states() throws Exception {
        var dump = recorded("threads-21.json");

        assertThat(dump.platform()).isEqualTo(9);
        assertThat(dump.carriers()).isEqualTo(2);
        assertThat(dump.virtual()).isEqualTo(6);
        assertThat(dump.groups()).extracting(StackGroup::state).containsOnly("");
    }

    @Test
    void without_virtual_threads_no_worker_is_a_carrier(@TempDir Path folder) throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("threads.json"),
                        """
                        {"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
                          {"tid": "1", "name": "ForkJoinPool-1-worker-1", "stack": ["a.B.c(B.java:1)"]},
                          {"tid": "2", "name": "ForkJoinPool-1-worker-2", "stack": ["a.B.c(B.java:1)"]}
                        ], "threadCount": "2"}]}}
                        """);
        assertThat(ThreadDumpFile.read(file, "jvm", 0).groups())
                .containsExactly(
                        new StackGroup(
                                ThreadKind.PLATFORM, "", 2, java.util.List.of("a.B.c(B.java:1)")));
    }

    /// A pool that the application made before the first virtual thread has the first number.
    @ParameterizedTest
    @CsvSource({
        "ForkJoinTask.doExec(ForkJoinTask.java:387), 0",
        "ForkJoinPool.awaitWork(ForkJoinPool.java:1893), 1"
    })
    void workers_with_other_tasks_are_no_carriers(String frame, int carriers, @TempDir Path folder)
            throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("threads.json"),
                        """
                        {"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
                          {"tid": "1", "name": "ForkJoinPool-1-worker-1",
                           "stack": ["java.base/java.util.concurrent.%s"]},
                          {"tid": "2", "name": "",
                           "stack": ["java.base/java.lang.VirtualThread.run(VirtualThread.java:309)"]}
                        ], "threadCount": "2"}]}}
                        """
                                .formatted(frame));
        var dump = ThreadDumpFile.read(file, "jvm", 0);
        assertThat(dump.carriers()).isEqualTo(carriers);
        assertThat(dump.platform()).isEqualTo(1 - carriers);
    }

    @Test
    void an_incomplete_list_is_rejected(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("threads.json"), "{\"threads\": [{\"tid\": ");
        assertThatThrownBy(() -> ThreadDumpFile.read(file, "jvm", 0))
                .isInstanceOf(JacksonException.class);
    }
}
