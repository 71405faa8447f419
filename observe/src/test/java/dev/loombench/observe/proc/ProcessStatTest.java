package dev.loombench.observe.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.ProcessEndedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessStatTest {
    /// Recorded from a JVM, except for the name.
    private static final String AFTER_NAME =
            " S 3390 4842 4842 0 -1 1077936128 31180 1154 0 0 151 22 3 1 20 0 17 0 97386 3561865216"
                    + " 24571 18446744073709551615 94 95 14 0 0 0 0 4096 16809 0 0 0 17 1 0 0 0 0 0"
                    + " 94 95 94 14 14 14 14 0\n";

    @ParameterizedTest
    @ValueSource(
            strings = {"java", "a b", "(java)", ") R 1 2 (", "x) Z 9 9", "", "java) S 1 1 1 1"})
    void a_name_may_hold_anything(String name) {
        var stat = ProcessStat.parse("4842 (" + name + ")" + AFTER_NAME);

        // Parent 3390; 151 and 22 ticks of 10 ms, of children 3 and 1; 17 threads.
        assertThat(stat)
                .isEqualTo(
                        new ProcessStat('S', 3_390, 1_510_000_000L, 220_000_000L, 40_000_000L, 17));
        assertThat(stat.ended()).isFalse();
    }

    /// The kernel keeps 15 bytes of it, here with the first of two of a character at the end.
    @Test
    void a_name_may_be_cut_off_within_a_character(@TempDir Path process) throws IOException {
        Files.writeString(
                process.resolve("stat"),
                "4842 (abcdefghijklmn\u00c3)" + AFTER_NAME,
                StandardCharsets.ISO_8859_1);
        assertThat(ProcessStat.of(process).parent()).isEqualTo(3_390);
    }

    /// 17 threads, or the last one.
    @Test
    void a_zombie_has_ended_unless_other_threads_run() {
        var zombie = AFTER_NAME.replaceFirst("S", "Z");

        assertThat(ProcessStat.parse("4842 (java)" + zombie).ended()).isFalse();
        assertThat(ProcessStat.parse("4842 (java)" + zombie.replace("0 17 0", "0 1 0")).ended())
                .isTrue();
    }

    @Test
    void an_error_shows_the_malformed_line() {
        assertThatThrownBy(() -> ProcessStat.parse("4842 java S"))
                .hasMessageContaining("4842 java S");
        assertThatThrownBy(() -> ProcessStat.parse("4842 (java) S 1 2"))
                .hasMessageContaining("expected at least 18 fields, was 3");
    }

    @Test
    void a_missing_process_is_distinguished_from_an_idle_one() {
        // Above the highest id that Linux gives out, 2^22.
        assertThatThrownBy(() -> ProcessStat.read(99_999_999))
                .isInstanceOf(ProcessEndedException.class);
    }
}
