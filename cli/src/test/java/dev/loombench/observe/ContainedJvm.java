package dev.loombench.observe;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A JVM that runs {@link ScriptableProgram} in namespaces of its own, as in a container. Only root
/// can make them; otherwise a test that starts one is skipped.
public final class ContainedJvm implements AutoCloseable {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    private static final String JAR = "classes.jar";

    private final Process process;
    private final Path folder;

    private ContainedJvm(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// @param namespaces options of `unshare`
    /// @param mount options of the `mount` of its own `/tmp`, where it finds the lab's agents
    ///   neither; empty for the same files
    public static ContainedJvm start(List<String> namespaces, String mount) throws Exception {
        assumeTrue(canUnshare(), "no namespaces");
        // Not in /tmp, which is hidden from it.
        var folder = Files.createTempDirectory(Path.of("/var/tmp"), "loombench-contained-");
        copyClasses(folder);
        var command = new ArrayList<>(List.of("unshare", "--kill-child", "--fork", "--mount"));
        command.addAll(namespaces);
        command.addAll(
                List.of(
                        "sh",
                        "-c",
                        (mount.isEmpty() ? "" : hidden(mount))
                                + "exec "
                                + ScriptableProcess.java()
                                + " -XX:+UseSerialGC -Xmx64m -XX:+EnableDynamicAgentLoading -cp "
                                + folder
                                + ":"
                                + folder.resolve(JAR)
                                + " "
                                + ScriptableProgram.class.getName(),
                        "sh",
                        HOME.resolve("jvm-agent/target").toString(),
                        HOME.resolve("governor/target").toString()));
        var process =
                new ProcessBuilder(command)
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        var jvm = new ContainedJvm(process, folder);
        while (!jvm.output().contains("up")) {
            if (!process.isAlive()) {
                throw new IllegalStateException("it ended: " + jvm.output());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return jvm;
    }

    private static String hidden(String mount) {
        return """
        for folder in "$@"; do [ -d "$folder" ] && mount -t tmpfs tmpfs "$folder"; done
        mount -t tmpfs -o %s tmpfs /tmp
        """
                .formatted(mount);
    }

    private static boolean canUnshare() throws InterruptedException {
        var probe = "unshare --net --pid --fork --mount mount -t tmpfs tmpfs /tmp";
        try {
            return new ProcessBuilder(probe.split(" ", -1))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /// From a folder of classes, or from the jar in which a build has packaged them.
    private static void copyClasses(Path folder) throws IOException {
        var classes = Path.of(ScriptableProcess.classes(ScriptableProgram.class));
        if (Files.isRegularFile(classes)) {
            Files.copy(classes, folder.resolve(JAR));
            return;
        }
        var inside = Path.of(ScriptableProgram.class.getPackageName().replace('.', '/'));
        var target = Files.createDirectories(folder.resolve(inside));
        try (Stream<Path> files = Files.list(classes.resolve(inside))) {
            for (var file : files.toList()) {
                if (file.getFileName().toString().startsWith("ScriptableProgram")) {
                    Files.copy(file, target.resolve(file.getFileName()));
                }
            }
        }
    }

    /// Its id in this process's namespace.
    public long pid() {
        return process.descendants().findFirst().orElseThrow().pid();
    }

    /// What it has written to standard output and standard error.
    public String output() throws IOException {
        return Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));
    }

    /// The files of the lab in a `/tmp` of its own.
    public List<String> temporaryFiles() throws IOException {
        var tmp = Path.of("/proc/%d/root/tmp".formatted(pid()));
        if (Files.isSameFile(tmp, Path.of("/tmp"))) {
            return List.of();
        }
        try (var files = Files.list(tmp)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("loombench"))
                    .toList();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly(); // its child is killed with it
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
