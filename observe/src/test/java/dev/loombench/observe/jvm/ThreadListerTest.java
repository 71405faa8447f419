package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadListerTest {
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
