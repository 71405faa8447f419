package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A process with children that compute for 0.3 s of CPU time each, one after the other.
@EnabledOnOs(OS.LINUX)
class TreeCpuClockTest {
    private static final Path PERL = Path.of("/usr/bin/perl");

    /// Of a child, and what of it may be missed after its last sample on a busy machine.
    private static final long CHILD_NANOS = 300_000_000;

    private static final long MISSED_NANOS = 240_000_000;

    private static final String TWO_CHILDREN =
            "%s for (1..2) { if (!fork) { my @t; do { @t = times } while ($t[0] + $t[1] < 0.3); exit } %s <STDIN>; }";

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

    /// Samples until the child of the process has begun and ended. To list processes takes CPU time
    /// that the child does not get.
    private static long afterChild(Process process, TreeCpuClock clock) throws Exception {
        while (alive(process).size() == 1) {
            Thread.sleep(1);
        }
        while (alive(process).size() > 1) {
            clock.nanos();
            Thread.sleep(20);
        }
        return clock.nanos();
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
            assertThat(one).isGreaterThan(CHILD_NANOS - MISSED_NANOS);
            next(process);
            assertThat(afterChild(process, clock) - one).isGreaterThan(CHILD_NANOS - MISSED_NANOS);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void children_that_their_parent_waits_for_count_once() throws Exception {
        var process = start("", "wait;");
        try {
            var clock = new TreeCpuClock(() -> alive(process));
            long one = afterChild(process, clock);
            assertThat(one).isBetween(CHILD_NANOS - MISSED_NANOS, CHILD_NANOS + MISSED_NANOS);
            next(process);
            assertThat(afterChild(process, clock))
                    .isBetween(one + CHILD_NANOS - MISSED_NANOS, one + CHILD_NANOS + MISSED_NANOS);
        } finally {
            process.destroyForcibly();
        }
    }
}
