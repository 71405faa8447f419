package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The AOT cache of the lab's processes in tests: without one each of them loads and links some
/// thousands of classes again.
///
/// The first test process that needs it makes it, from a run with one short trial.
final class LabCache {
    private static final String TRAINING =
            """
            question: Which classes does a run load?
            variants: [{server: jdk-httpserver, model: virtual, jvm: [-XX:TieredStopAtLevel=1]}]
            load: {users: 2, path: /hello}
            phases: {warm-up: 100ms, measure: 100ms}
            trials: 1
            """;

    private LabCache() {}

    /// The JVM's options that use the cache.
    ///
    /// @param java the program and the options of every process that uses it
    static List<String> options(Path home, List<String> java) {
        var jar = home.resolve("lab/target/loombench.jar");
        var cache = home.resolve("lab/target/loombench-tests.aot");
        try (var lock =
                        FileChannel.open(
                                home.resolve("lab/target/loombench-tests.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var _ = lock.lock()) {
            if (!isNewer(cache, jar)) {
                make(cache, home, java);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no AOT cache of the lab", e);
        }
        return List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off");
    }

    private static boolean isNewer(Path cache, Path jar) throws IOException {
        return Files.exists(cache)
                && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private static void make(Path cache, Path home, List<String> java)
            throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(cache.getParent(), "training");
        var log = folder.resolve("log.txt");
        var made = folder.resolve("made.aot");
        Files.writeString(folder.resolve("training.yaml"), TRAINING);
        var command = new ArrayList<>(java);
        command.addAll(List.of("-XX:AOTCacheOutput=" + made, "-Xlog:all=off"));
        command.addAll(List.of("-cp", home.resolve("lab/target/loombench.jar").toString()));
        command.addAll(List.of("dev.loombench.Main", "run", "training.yaml"));
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the training ends").isTrue();
        assertThat(made).as("the cache, after:\n%s", Files.readString(log)).isNotEmptyFile();
        Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
    }
}
