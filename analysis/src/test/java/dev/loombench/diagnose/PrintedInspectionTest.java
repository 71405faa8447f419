package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
