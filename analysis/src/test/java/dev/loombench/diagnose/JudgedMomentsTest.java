package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.content.FileContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Thread dumps without a time, in the form of `ThreadInfo`, of a service that stands still.
class JudgedMomentsTest {
    @TempDir private Path folder;

    /// Five threads wait for a monitor that another one holds.
    private static String convoy() {
        return """
        "Reference Handler" daemon prio=10 Id=9 RUNNABLE
        \tat java.base@21.0.8/java.lang.ref.Reference.waitForReferencePendingList(Native Method)

        "orders-0" prio=5 Id=30 RUNNABLE
        \tat java.base@21.0.8/sun.nio.ch.Net.poll(Native Method)
        \tat app//Shop.read(Shop.java:50)
        \tat app//Shop.audit(Shop.java:40)
        \t-  locked java.lang.Object@2b

        """
                + IntStream.rangeClosed(31, 35)
                        .mapToObj(i ->
                                """
                                "orders-%1$d" prio=5 Id=%1$d BLOCKED on java.lang.Object@2b owned by "orders-0" Id=30
                                \tat app//Shop.audit(Shop.java:40)
                                \t-  blocked on java.lang.Object@2b

                                """
                                        .formatted(i))
                        .collect(Collectors.joining());
    }

    private FileContent read(String name, String text) throws IOException {
        return FileReading.read(
                InputFile.of(Files.writeString(folder.resolve(name), text).toString()));
    }

    @Test
    void equal_dumps_without_a_time_are_moments_of_their_own() throws IOException {
        var files =
                List.of(read("1.txt", convoy()), read("2.txt", convoy()), read("3.txt", convoy()));
        assertThat(JudgedMoments.prints(files)).hasSize(3);
        var findings = FileInspection.run(files).findings();
        assertThat(findings).extracting(ServiceFinding::id).containsExactly("lock-bound");
        assertThat(findings.getFirst().evidence().toString())
                .as("the time between them is not known")
                .doesNotContain("later another thread held it");
    }

    /// As of the JDK's server, and of virtual threads, while it has no request.
    @Test
    void a_dump_of_a_service_that_waits_in_the_jdk_is_judged() throws IOException {
        var waits =
                Prints.thread("HTTP-Dispatcher", 21, 1, "RUNNABLE", "sun.nio.ch.EPoll.wait(E:1)")
                        + Prints.thread("DestroyJavaVM", 24, 1, "RUNNABLE");
        var works = waits + Prints.thread("orders-1", 31, 1, "RUNNABLE", "Shop.order(Shop.java:1)");
        var files =
                List.of(
                        read("1.txt", SampleFiles.print(10, waits)),
                        read("2.txt", SampleFiles.print(20, works)));
        assertThat(JudgedMoments.prints(files)).hasSize(2);
    }

    @Test
    void a_dump_without_a_time_that_is_given_twice_is_one_moment() throws IOException {
        var file = read("1.txt", convoy());
        assertThat(JudgedMoments.prints(List.of(file, file))).hasSize(1);
        assertThat(JudgedMoments.prints(List.of(file, read("1.txt", convoy())))).hasSize(1);
    }
}
