package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.ThreadPrint;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedInspectionTest {
    @Test
    void the_first_line_of_a_print_has_the_version_of_the_jdk() {
        var text =
                """
                2026-07-03 10:00:00
                Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

                """;
        var jvm = PrintedInspection.identity(text);
        assertThat(jvm.feature()).isEqualTo(25);
        assertThat(jvm.release()).contains("25.0.3");
        assertThat(PrintedInspection.identity("").version()).isEmpty();
    }

    /// Of 250 frames each, which are 6,000 or more.
    @ParameterizedTest
    @CsvSource({"24, false, 6", "25, false, 3", "25, true, 6"})
    void many_frames_are_printed_less_often(int threads, boolean allowPauses, int expected) {
        var frames = Collections.nCopies(250, "Shop.order(Shop.java:9)").toArray(String[]::new);
        var print = SampleThreads.threads("exec-", threads, SampleThreads.PARKED, frames);
        assertThat(PrintedInspection.moments(ThreadPrint.parse(print), allowPauses))
                .isEqualTo(expected);
    }
}
