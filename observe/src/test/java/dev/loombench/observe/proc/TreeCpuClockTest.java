package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A process with children that compute for 0.2 s of CPU time each, one after the other, and stand
/// still until they are sampled.
@EnabledOnOs(OS.LINUX)
class TreeCpuClockTest {
    private static final Path PERL = Path.of("/usr/bin/perl");

    /// The least and the most of one child, with that of the process itself, of the end of a child,
    /// of the kernel's steps of 10 ms, and of a processor that another machine had meanwhile. A
    /// child that counts twice has 400 ms.
    private static final long LEAST_NANOS = 100_000_000;

    private static final long MOST_NANOS = 350_000_000;

    private static final String TWO_CHILDREN =
            "%s for (1..2) { if (!fork) { my @t; do { @t = times } while ($t[0] + $t[1] < 0.2); kill 'STOP', $$; exit } %s <STDIN>; }";

    private static Process start(String before, String after) throws Exception {
        assumeThat(PERL).isExecutable();
        return new ProcessBuilder(PERL.toString(), "-e", TWO_CHILDREN.formatted(before, after))
                .start();
    }

    private static Set<Long> alive(Process process) {
        var pids = new HashSet<Long>();
        pids.add(process.pid());
        process.descendants()
                .map(ProcessHandle::pid)
                .filter(pid -> ProcessState.of(pid) != ProcessState.ENDED)
                .forEach(pids::add);
        return pids;
    }

    /// Samples once the child of the process has computed, and after it has ended.
    private static long afterChild(Process process, TreeCpuClock clock) throws Exception {
        var child = stopped(process);
        while (child.isEmpty()) {
            Thread.sleep(20);
            child = stopped(process);
        }
        clock.nanos();
        var pid = Long.toString(child.get().pid());
        assertThat(new ProcessBuilder("kill", "-CONT", pid).start().waitFor()).isZero();
        while (alive(process).size() > 1) {
            Thread.sleep(20);
        }
        return clock.nanos();
    }

    private static Optional<ProcessHandle> stopped(Process process) {
        return process.children()
                .filter(child -> ProcessState.of(child.pid()) == ProcessState.STOPPED)
                .findFirst();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void next(Process process) throws Exception {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    @Test
    void children_that_nobody_waits_for_count() throws Exception {
        var process = start("$SIG{CHLD} = 'IGNORE';", "");
        try {
            var clock = new TreeCpuClock(() -> alive(process));
            long one = afterChild(process, clock);
            assertThat(one).isGreaterThan(LEAST_NANOS);
            next(process);
            assertThat(afterChild(process, clock) - one).isGreaterThan(LEAST_NANOS);
        } finally {
            end(process);
        }
    }

    @Test
    void children_that_their_parent_waits_for_count_once() throws Exception {
        var process = start("", "wait;");
        try {
            var clock = new TreeCpuClock(() -> alive(process));
            long one = afterChild(process, clock);
            assertThat(one).isBetween(LEAST_NANOS, MOST_NANOS);
            next(process);
            assertThat(afterChild(process, clock) - one).isBetween(LEAST_NANOS, MOST_NANOS);
        } finally {
            end(process);
        }
    }
}
