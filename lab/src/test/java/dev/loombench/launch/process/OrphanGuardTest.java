package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class OrphanGuardTest {
    private static final long LAB = new SecureRandom().nextLong(1L << ServiceMark.LAB_BITS);

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private static Process sleeping(String mark) throws Exception {
        var builder = new ProcessBuilder("sleep", "600");
        builder.environment().put(ServiceMark.VARIABLE, mark);
        return builder.start();
    }

    /// Source: proc_pid_stat(5), field 22.
    private static long start(Process process) throws Exception {
        var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
    }

    /// Its environment is its own, as that of a daemon may be; the limit is not.
    @Test
    void limited_processes_end_with_their_lab_and_those_of_another_do_not() throws Exception {
        var prlimit = Path.of("/usr/bin/prlimit");
        assumeThat(prlimit).isExecutable();
        assumeThat(ServiceMark.canLimit()).isTrue();
        var limited = limited(new ServiceMark(LAB, 2, Optional.of(prlimit), Optional.empty()));
        long other = LAB == 0 ? 1 : LAB - 1;
        var ofOther = limited(new ServiceMark(other, 2, Optional.of(prlimit), Optional.empty()));
        try {
            OrphanGuard.start(LAB, Optional.empty()).close();
            limited.waitFor();
            assertThat(ofOther.isAlive()).isTrue();
        } finally {
            limited.destroyForcibly();
            ofOther.destroyForcibly().waitFor();
        }
    }

    /// A terminal sends them to the lab and its children alike: Ctrl-C, and Ctrl-\ for a list of
    /// the lab's threads. Source: proc_pid_status(5), SigIgn.
    @Test
    void signals_of_a_terminal_do_not_end_it() throws Exception {
        long ofTerminal = 1 << 1 | 1 << 2; // SIGINT is 2, SIGQUIT 3
        awaitGuard(Optional.empty(), guard -> (ignored(guard) & ofTerminal) == ofTerminal);
    }

    /// Source: proc_pid_stat(5), field 6.
    @Test
    void a_sigkill_for_the_group_of_the_lab_does_not_reach_it() throws Exception {
        assumeThat(SETSID).isExecutable();
        awaitGuard(Optional.of(SETSID), OrphanGuardTest::leadsSession);
    }

    @Test
    void a_sigkill_for_the_group_of_the_lab_does_not_reach_what_keeps_a_namespace()
            throws Exception {
        assumeThat(SETSID).isExecutable();
        try (var namespace = namespace()) {
            assertThat(leadsSession(namespace.keeper().pid())).isTrue();
        }
    }

    private static boolean leadsSession(long process) throws IOException {
        var stat = Files.readString(Path.of("/proc/" + process + "/stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[3]) == process;
    }

    private interface State {
        boolean of(long guard) throws Exception;
    }

    private static void awaitGuard(Optional<Path> setsid, State state) throws Exception {
        var before = ProcessHandle.current().children().map(ProcessHandle::pid).toList();
        try (var _ = OrphanGuard.start(LAB, setsid)) {
            var guard =
                    ProcessHandle.current()
                            .children()
                            .filter(child -> !before.contains(child.pid()))
                            .findFirst()
                            .orElseThrow();
            long deadline = System.nanoTime() + 300_000_000_000L;
            while (!state.of(guard.pid())) {
                assertThat(System.nanoTime()).as("time").isLessThan(deadline);
                Thread.sleep(5);
            }
        }
    }

    private static long ignored(long pid) throws Exception {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .findFirst()
                .orElseThrow();
    }

    /// Returns when it has the limit.
    private static Process limited(ServiceMark mark) throws Exception {
        var words = new ArrayList<>(mark.words());
        words.addAll(List.of("env", "-i", "sh", "-c", "echo; exec sleep 600"));
        var process = new ProcessBuilder(words).start();
        process.inputReader().readLine();
        assertThat(mark.isOn(process.pid())).isTrue();
        return process;
    }

    /// Nothing else shows whose they are, as after a login that resets limits.
    @Test
    void all_in_a_named_namespace_end_with_the_lab_and_those_in_another_do_not() throws Exception {
        var named = namespace();
        var other = namespace();
        var in = entered(named);
        var out = entered(other);
        try (named;
                other) {
            assertThat(named.contains(in.pid())).isTrue();
            assertThat(named.contains(out.pid())).isFalse();
            try (var guard = OrphanGuard.start(LAB, Optional.empty())) {
                guard.alsoEnd(named);
            }
            in.waitFor();
            assertThat(out.isAlive()).isTrue();
        } finally {
            in.destroyForcibly();
            out.destroyForcibly().waitFor();
        }
    }

    /// Another namespace may have the number of one whose keeper has ended.
    @Test
    void processes_in_a_namespace_that_was_closed_do_not_end() throws Exception {
        var closed = namespace();
        var in = entered(closed);
        try {
            try (var guard = OrphanGuard.start(LAB, Optional.empty())) {
                guard.alsoEnd(closed);
                closed.close();
                assertThat(closed.contains(in.pid())).isFalse();
            }
            assertThat(in.isAlive()).isTrue();
        } finally {
            in.destroyForcibly().waitFor();
        }
    }

    private static ServiceNamespace namespace() throws Exception {
        var unshare = Path.of("/usr/bin/unshare");
        var nsenter = Path.of("/usr/bin/nsenter");
        assumeThat(unshare).isExecutable();
        assumeThat(nsenter).isExecutable();
        var namespace =
                ServiceNamespace.create(
                        unshare, nsenter, Optional.of(SETSID).filter(Files::isExecutable));
        assumeThat(namespace).as("the right to make a namespace").isPresent();
        return namespace.orElseThrow();
    }

    /// Returns when it has entered.
    private static Process entered(ServiceNamespace namespace) throws Exception {
        var words = new ArrayList<>(namespace.words());
        words.addAll(List.of("env", "-i", "setsid", "sh", "-c", "echo; exec sleep 600"));
        var process = new ProcessBuilder(words).start();
        process.inputReader().readLine();
        return process;
    }

    /// The end of its input is the end of the lab.
    @Test
    void marked_processes_and_named_ones_end_with_the_lab_and_others_do_not() throws Exception {
        var marked = sleeping(new ServiceMark(LAB, 1, Optional.empty(), Optional.empty()).value());
        var named = sleeping("other");
        var reused = sleeping("other");
        try {
            try (var guard = OrphanGuard.start(LAB, Optional.empty())) {
                guard.alsoEnd(new ServiceProcesses.Identity(named.pid(), start(named)));
                guard.alsoEnd(new ServiceProcesses.Identity(reused.pid(), start(reused) - 1));
            }
            marked.waitFor();
            named.waitFor();
            assertThat(reused.isAlive()).isTrue();
        } finally {
            marked.destroyForcibly();
            named.destroyForcibly();
            reused.destroyForcibly().waitFor();
        }
    }
}
