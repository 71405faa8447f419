package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Processes without a mark, whose parents have ended.
@EnabledOnOs(OS.LINUX)
class ServiceProcessesTest {
    /// Not that of another build on this machine.
    private static final ServiceMark MARK =
            new ServiceMark(
                    new SecureRandom().nextLong(1L << ServiceMark.LAB_BITS),
                    1,
                    Optional.empty(),
                    Optional.empty());

    /// Returns what is found of a service that has left a process with an environment of its own,
    /// after that process.
    private static List<Set<Long>> left(String... words) throws Exception {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("sh", "-c", "env -i sleep 600 > /dev/null & echo $!"));
        long since = ServiceProcesses.now();
        var builder = new ProcessBuilder(command);
        builder.environment().put(ServiceMark.VARIABLE, MARK.value());
        var process = builder.start();
        var processes = new ServiceProcesses(process.pid(), MARK, since);
        long left = Long.parseLong(process.inputReader().readLine());
        process.waitFor();
        try {
            // It has the mark until `env` has executed its program.
            var sleep = ProcessHandle.of(left).orElseThrow();
            while (!sleep.info().command().orElse("").endsWith("sleep")) {
                Thread.onSpinWait();
            }
            return List.of(Set.of(left), processes.alive(), Set.copyOf(processes.unattributed()));
        } finally {
            ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void one_in_the_session_of_the_service_is_of_it() throws Exception {
        var found = left("setsid");
        assertThat(found.get(1)).isEqualTo(found.getFirst());
        assertThat(found.get(2)).doesNotContainAnyElementsOf(found.getFirst());
    }

    /// Also where nothing was started since the last look, and all that is known is looked at.
    @Test
    void one_that_starts_or_ends_later_is_found_and_gone() throws Exception {
        var service = startingChild();
        try {
            var processes = new ServiceProcesses(service.pid(), MARK, ServiceProcesses.now());
            assertThat(processes.alive()).containsExactly(service.pid());
            assertThat(processes.alive()).containsExactly(service.pid());
            long child = startChild(service);
            assertThat(processes.alive()).containsExactlyInAnyOrder(service.pid(), child);
            ProcessHandle.of(child).orElseThrow().destroyForcibly();
            service.waitFor();
            assertThat(processes.alive()).isEmpty();
            assertThat(processes.aliveOfAll()).isEmpty();
        } finally {
            end(service);
        }
    }

    /// The kernel counts a process before it shows it, and does not count one with an id of choice.
    @Test
    void one_that_does_not_count_as_the_newest_is_found_after_a_second() throws Exception {
        var service = startingChild();
        var nanos = new AtomicLong();
        try {
            var processes =
                    new ServiceProcesses(
                            service.pid(),
                            MARK,
                            ServiceProcesses.now(),
                            () -> OptionalLong.of(4711),
                            nanos::get);
            assertThat(processes.alive()).containsExactly(service.pid());
            assertThat(processes.alive()).containsExactly(service.pid());
            long child = startChild(service);
            nanos.addAndGet(1_000_000_000);
            assertThat(processes.alive()).containsExactlyInAnyOrder(service.pid(), child);
        } finally {
            end(service);
        }
    }

    /// A shell that starts a child once it gets a line.
    private static Process startingChild() throws IOException {
        return new ProcessBuilder("sh", "-c", "read _; sleep 600 & echo $!; wait").start();
    }

    /// Returns the child.
    private static long startChild(Process service) throws IOException {
        service.getOutputStream().write('\n');
        service.getOutputStream().flush();
        return Long.parseLong(service.inputReader().readLine());
    }

    private static void end(Process service) {
        service.descendants().forEach(ProcessHandle::destroyForcibly);
        service.destroyForcibly();
    }

    /// A container may show an uptime of its own (LXC), which is shorter than that of the machine.
    @Test
    void one_that_is_older_than_the_service_is_not_of_it_whatever_the_uptime() throws Exception {
        var older = new ProcessBuilder("sleep", "600").start();
        var service = startedAfter(older);
        try {
            var processes = new ServiceProcesses(service.pid(), MARK, 0);
            processes.adopt(older.pid());
            assertThat(processes.alive()).contains(service.pid()).doesNotContain(older.pid());
        } finally {
            older.destroyForcibly();
            service.destroyForcibly();
        }
    }

    private static Process startedAfter(Process older) throws IOException {
        while (true) {
            var process = new ProcessBuilder("sleep", "600").start();
            if (start(process) > start(older)) {
                return process;
            }
            process.destroyForcibly();
        }
    }

    private static long start(Process process) {
        return ServiceProcesses.identity(process.pid()).orElseThrow().start();
    }

    @Test
    void one_in_the_session_of_the_lab_may_be_of_it() throws Exception {
        var found = left();
        assertThat(found.get(1)).isEmpty();
        assertThat(found.get(2)).containsAll(found.getFirst());
    }
}
