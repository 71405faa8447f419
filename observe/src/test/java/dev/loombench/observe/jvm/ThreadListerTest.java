package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.attach.SharedFolder;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.threads.ListedThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadListerTest {
    /// As JDK 26 writes it: #72 owns the lock that #71 awaits and runs, and #73 waits for a latch.
    @Test
    void threads_with_locks_and_virtual_ones_that_wait_are_read(@TempDir Path folder)
            throws IOException {
        Files.writeString(
                folder.resolve("threads.json"),
                """
                {"threadDump": {"threadContainers": [{"threads": [
                  {"tid": "1", "name": "main", "state": "WAITING", "stack": ["Shop.main(Shop.java:1)"]},
                  {"tid": "71", "virtual": true, "name": "", "state": "WAITING",
                   "stack": ["Shop.order(Shop.java:12)"],
                   "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@7", "owner": "72"}},
                  {"tid": "72", "virtual": true, "name": "", "state": "RUNNABLE",
                   "stack": ["Shop.pay(Shop.java:13)"]},
                  {"tid": "73", "virtual": true, "name": "", "state": "WAITING",
                   "stack": ["Shop.send(Shop.java:14)"],
                   "parkBlocker": {"object": "java.util.concurrent.CountDownLatch$Sync@8"}}
                ]}]}}
                """);
        var listed =
                new ThreadLister(1, 26, new SharedFolder(folder, folder))
                        .read(new Unavailable("attach", "threads", "not listed"));
        assertThat(listed.locks()).extracting(ListedThread::number).containsExactly(71L, 72L);
        assertThat(listed.waiting()).extracting(ListedThread::number).containsExactly(71L, 73L);
    }

    /// As JDK 25 writes it: the lock has a name, and not its owner.
    @Test
    void a_thread_that_awaits_a_lock_whose_owner_is_unknown_is_read(@TempDir Path folder)
            throws IOException {
        Files.writeString(
                folder.resolve("threads.json"),
                """
                {"threadDump": {"threadContainers": [{"threads": [
                  {"tid": "71", "virtual": true, "name": "", "state": "WAITING",
                   "stack": ["Shop.order(Shop.java:12)"],
                   "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@7"}},
                  {"tid": "72", "virtual": true, "name": "", "state": "WAITING",
                   "stack": ["Shop.pay(Shop.java:13)"],
                   "parkBlocker": {"object": "java.util.concurrent.Semaphore$NonfairSync@8"}}
                ]}]}}
                """);
        var listed =
                new ThreadLister(1, 25, new SharedFolder(folder, folder))
                        .read(new Unavailable("attach", "threads", "not listed"));
        assertThat(listed.locks()).extracting(ListedThread::number).containsExactly(71L);
    }

    /// As JDK 21 writes it, without states; #73 has not begun.
    @Test
    void virtual_threads_without_a_state_may_wait(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("threads.json"),
                """
                {"threadDump": {"threadContainers": [{"threads": [
                  {"tid": "1", "name": "main", "stack": ["Shop.main(Shop.java:1)"]},
                  {"tid": "71", "name": "",
                   "stack": ["java.base/java.lang.VirtualThread.park(VirtualThread.java:582)",
                             "Shop.order(Shop.java:12)",
                             "java.base/java.lang.VirtualThread.run(VirtualThread.java:309)"]},
                  {"tid": "73", "name": "", "stack": []}
                ]}]}}
                """);
        var listed =
                new ThreadLister(1, 21, new SharedFolder(folder, folder))
                        .read(new Unavailable("attach", "threads", "not listed"));
        assertThat(listed.waiting()).extracting(ListedThread::number).containsExactly(71L);
    }

    @Test
    void a_jvm_without_the_command_is_too_old() {
        assertThat(
                        ThreadLister.refusal(
                                "Thread.dump_to_file failed: java.lang.IllegalArgumentException: Unknown diagnostic command"))
                .isEqualTo(
                        "its JVM has no command that lists virtual threads; JDK 21 and later have it");
    }

    @Test
    void a_jvm_that_ended_is_said_to_have_crashed_by_no_defect_that_it_does_not_have() {
        assertThat(ThreadLister.loss(true, 25)).contains("JDK-8364343", "hs_err");
        assertThat(ThreadLister.loss(true, 26))
                .isEqualTo("its JVM ended while it listed its threads");
        assertThat(ThreadLister.loss(false, 25)).contains("runs on").doesNotContain("8364343");
    }

    /// As JDK 25 replies to a file in a folder of another user.
    @Test
    void another_reason_says_nothing_of_the_version() {
        assertThat(ThreadLister.refusal("/tmp/a/threads.json: Permission denied"))
                .isEqualTo("no list of threads: /tmp/a/threads.json: Permission denied");
    }
}
