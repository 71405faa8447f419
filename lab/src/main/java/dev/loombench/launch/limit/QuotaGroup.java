package dev.loombench.launch.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A control group that limits the CPU time of one server to a quota: `quota / period` seconds per
/// second, in each period.
///
/// Its processes enter it before the server's program starts, and all that it starts stay in it.
///
/// Source: the kernel's *sched-bwc.rst* and *cgroup-v2.rst*.
public final class QuotaGroup {
    /// The kernel's default, which containers have too.
    private static final long PERIOD_MICROS = 100_000;

    /// With the process id of the lab, so that a later lab can remove what a killed one left.
    private static final Pattern NAME = Pattern.compile("loombench-(\\d{1,10})-\\d+");

    private static final AtomicInteger MADE = new AtomicInteger();

    /// Moves the shell into the group; the command takes its place and its process id.
    private static final String ENTER = "echo $$ >\"$0\" && exec \"$@\"";

    /// Time for the last processes of the server to disappear.
    private static final Duration REMOVE_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(50);

    private final Path folder;

    private QuotaGroup(Path folder) {
        this.folder = folder;
    }

    /// @param cores CPU time per elapsed time
    static QuotaGroup create(CpuController controller, double cores) throws IOException {
        removeLeft(controller.group());
        var name =
                "loombench-%d-%d".formatted(ProcessHandle.current().pid(), MADE.incrementAndGet());
        var folder = Files.createDirectory(controller.group().resolve(name));
        var group = new QuotaGroup(folder);
        try {
            long quotaMicros = Math.round(cores * PERIOD_MICROS);
            switch (controller.version()) {
                case V1 -> {
                    group.write("cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
                    group.write("cpu.cfs_quota_us", Long.toString(quotaMicros));
                }
                case V2 -> group.write("cpu.max", quotaMicros + " " + PERIOD_MICROS);
            }
            return group;
        } catch (IOException e) {
            Files.delete(folder);
            throw e;
        }
    }

    private void write(String file, String value) throws IOException {
        Files.writeString(folder.resolve(file), value);
    }

    /// Groups of labs that have ended, unless processes are in them.
    private static void removeLeft(Path parent) throws IOException {
        try (var groups = Files.newDirectoryStream(parent, "loombench-*")) {
            for (var group : groups) {
                var name = NAME.matcher(group.getFileName().toString());
                if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    var _ = isRemoved(group);
                }
            }
        }
    }

    /// Whether a process is in a group of this lab, or below one.
    ///
    /// @param memberships as in `/proc/PID/cgroup`
    public static boolean isNamedIn(String memberships) {
        return memberships.contains("/loombench-%d-".formatted(ProcessHandle.current().pid()));
    }

    /// Words before a command that is to run in the group: by Bash where there is one, as `dash`
    /// passes on no variable whose name is none of a shell (`spring.profiles.active`).
    List<String> words() {
        var shell = PathLookup.find("bash").map(Path::toString).orElse("sh");
        return List.of(shell, "-c", ENTER, folder.resolve("cgroup.procs").toString());
    }

    /// Removes the group; while it holds processes, in the background until it holds none.
    void remove() {
        if (!isRemoved(folder)) {
            var _ =
                    Thread.ofVirtual()
                            .name("remove-" + folder.getFileName())
                            .start(this::removeWhenEmpty);
        }
    }

    private void removeWhenEmpty() {
        long deadline = System.nanoTime() + REMOVE_TIMEOUT.toNanos();
        while (!isRemoved(folder) && System.nanoTime() - deadline < 0) {
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private static boolean isRemoved(Path group) {
        try {
            var _ = Files.deleteIfExists(group);
            return true;
        } catch (IOException busy) {
            return false;
        }
    }
}
