package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Texts of unknown origin, which may have more of anything than a JVM prints.
class PrintBoundsTest {
    private static final int KEPT = 20_000;

    @Test
    void threads_beyond_those_that_are_kept_are_counted() {
        var parser = new ThreadPrintParser();
        for (int number = 1; number <= KEPT + 3; number++) {
            parser.line("\"a\" #" + number + " prio=5 tid=0x1 nid=1 runnable");
        }
        parser.line("\"a\" #1 prio=5 tid=0x1 nid=1 runnable");
        var print = parser.end();
        assertThat(print.threads()).hasSize(KEPT);
        assertThat(print.omitted()).isEqualTo(3);
    }

    @Test
    void locks_beyond_those_that_a_thread_holds_are_left_out() {
        var parser = new ThreadPrintParser();
        parser.line("\"a\" #1 prio=5 tid=0x1 nid=1 runnable");
        for (int i = 0; i < 2_000; i++) {
            parser.line("\t- locked <0x" + i + "> (a Shop)");
        }
        var thread = parser.end().threads().getFirst();
        assertThat(thread.stack().owned()).hasSize(1_000);
    }

    @Test
    void deadlocks_beyond_those_that_a_jvm_finds_are_left_out() {
        var parser = new ThreadPrintParser();
        for (int i = 0; i < 2_000; i++) {
            parser.line("Found one Java-level deadlock:");
            parser.line("\"a\":");
            parser.line("  waiting to lock monitor 0x1 (object 0x2, a Shop),");
        }
        assertThat(parser.end().deadlocks()).hasSize(1_000).allMatch(cycle -> cycle.size() == 1);
    }
}
