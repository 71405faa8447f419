package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJar;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The AOT cache of the lab's processes in tests: without one each of them loads and links some
/// thousands of classes again.
///
/// The first test process that needs it makes it, from the [training][LabTraining]. That takes a
/// minute beside other tests, which do without it for so long.
final class LabCache {
    private static boolean ready;

    private LabCache() {}

    /// The JVM's options that use the cache, with the class path; without it while another test
    /// process makes it.
    ///
    /// @param java the program and the options of every process that uses it
    static synchronized List<String> options(Path home, List<String> java) {
        var jar = home.resolve("cli/target/loombench.jar");
        var training = home.resolve("cli/target/loombench-tests.jar");
        var classPath = jar + File.pathSeparator + training;
        var cache = home.resolve("cli/target/loombench-tests.aot");
        try (var channel =
                        FileChannel.open(
                                home.resolve("cli/target/loombench-tests.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                var lock = ready ? null : channel.tryLock()) {
            ready = ready || isNewer(cache, jar);
            if (!ready && lock != null) {
                // whole at once, as other tests read all jars there
                var written = training.resolveSibling("loombench-tests.part");
                SampleJar.ofClasses(written, Map.of(), LabTraining.class);
                Files.move(written, training, StandardCopyOption.ATOMIC_MOVE);
                make(cache, classPath, java);
                ready = true;
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no AOT cache of the lab", e);
        }
        if (!ready) {
            return List.of("-cp", jar.toString());
        }
        return List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off", "-cp", classPath);
    }

    private static boolean isNewer(Path cache, Path jar) throws IOException {
        return Files.exists(cache)
                && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private static void make(Path cache, String classPath, List<String> java)
            throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(cache.getParent(), "training");
        var log = folder.resolve("log.txt");
        var made = folder.resolve("made.aot");
        var command = new ArrayList<>(java);
        command.addAll(List.of("-XX:AOTCacheOutput=" + made, "-Xlog:all=off"));
        command.addAll(List.of("-cp", classPath, LabTraining.class.getName()));
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        process.waitFor();
        assertThat(made).as("the cache, after:\n%s", Files.readString(log)).isNotEmptyFile();
        Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
    }
}
