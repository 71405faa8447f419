package dev.loombench.observe.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiagnosticCommandsTest {
    @Test
    void a_command_has_the_name_of_its_operation() {
        assertThat(DiagnosticCommands.operation("Thread.print")).isEqualTo("threadPrint");
        assertThat(DiagnosticCommands.operation("GC.class_histogram"))
                .isEqualTo("gcClassHistogram");
        assertThat(DiagnosticCommands.operation("VM.flags")).isEqualTo("vmFlags");
    }

    @Test
    void a_limit_of_zero_is_none() {
        var flags =
                """
                 uint64_t MaxDirectMemorySize                      = 0          {product} {default}
                   size_t MaxHeapSize                              = 67108864   {product} {command line}
                """;
        assertThat(DiagnosticCommands.limit(flags, "MaxDirectMemorySize")).isEmpty();
        assertThat(DiagnosticCommands.limit(flags, "MaxHeapSize")).hasValue(67_108_864);
        assertThat(DiagnosticCommands.limit(flags, "HeapSize")).isEmpty();
    }
}
