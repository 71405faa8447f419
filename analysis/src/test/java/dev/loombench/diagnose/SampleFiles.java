package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.content.FileContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Texts of files about a JVM, and what they show.
final class SampleFiles {
    static final String BLOCKED = "BLOCKED (on object monitor)";

    /// Of a thread dump.
    static final String END = "\nJNI global refs: 19, weak refs: 0\n\n";

    private static final String HEAD =
            """
            2026-11-27 04:00:00
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            """;

    private SampleFiles() {}

    /// What files with these texts show.
    ///
    /// @param folder where they are written
    static Diagnosis diagnosis(Path folder, String... texts) {
        var contents = new ArrayList<FileContent>();
        for (var text : texts) {
            contents.add(content(folder.resolve("file-" + contents.size()), text));
        }
        return FileInspection.run(contents);
    }

    /// The finding, which is the only one.
    static ServiceFinding only(Path folder, String... texts) {
        var findings = diagnosis(folder, texts).findings();
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static FileContent content(Path file, String text) {
        try {
            return FileReading.read(InputFile.of(Files.writeString(file, text).toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A file beside a class.
    static String resource(Class<?> owner, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// A print some time after the start of the JVM.
    static String print(double elapsed, String threads) {
        return HEAD
                + threads.replace(
                        "elapsed=30.00s", String.format(Locale.ROOT, "elapsed=%.2fs", elapsed))
                + END;
    }

    /// Threads that wait for a lock, of which another holds it.
    static String convoy(int waiting) {
        return Prints.thread(
                        "orders-0",
                        30,
                        1,
                        "TIMED_WAITING (sleeping)",
                        "java.lang.Thread.sleep(Thread.java:540)",
                        "Shop.audit(Shop.java:40)",
                        "- locked <0x1> (a java.lang.Class for Shop)")
                + IntStream.rangeClosed(1, waiting)
                        .mapToObj(i ->
                                Prints.thread(
                                        "orders-" + i,
                                        30 + i,
                                        1,
                                        BLOCKED,
                                        "Shop.audit(Shop.java:40)",
                                        "- waiting to lock <0x1> (a java.lang.Class for Shop)"))
                        .collect(Collectors.joining());
    }

    /// Two threads that wait for each other.
    static String deadlocked() {
        return Prints.thread(
                        "a",
                        31,
                        1,
                        BLOCKED,
                        "Shop.order(Shop.java:31)",
                        "- waiting to lock <0x2> (a java.lang.Object)",
                        "- locked <0x1> (a java.lang.Object)")
                + Prints.thread(
                        "b",
                        32,
                        1,
                        BLOCKED,
                        "Shop.order(Shop.java:32)",
                        "- waiting to lock <0x1> (a java.lang.Object)",
                        "- locked <0x2> (a java.lang.Object)");
    }

    /// A list of virtual threads in one call.
    static String list(int count, String state, String blocker, String call) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        """
                        {"tid": "%d", "virtual": true, "name": "", "state": "%s", %s
                         "stack": ["%s(X.java:7)", "Shop.serve(Shop.java:9)"]}
                        """
                                .formatted(100 + i, state, blocker, call))
                .collect(
                        Collectors.joining(
                                ",",
                                "{\"threadDump\": {\"runtimeVersion\": \"25.0.3+9\","
                                        + " \"threadContainers\": [{\"threads\": [",
                                "]}]}}"));
    }

    /// The kinds of the findings.
    static List<String> ids(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(ServiceFinding::id).toList();
    }
}
