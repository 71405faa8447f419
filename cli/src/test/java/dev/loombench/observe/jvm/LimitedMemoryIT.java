package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.LimitedMemory.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitedMemoryIT {
    @Test
    void metadata_and_code_of_a_real_jvm_have_the_limits_of_its_command_line() throws Exception {
        var flags = List.of("-XX:MaxMetaspaceSize=64m", "-XX:ReservedCodeCacheSize=32m");
        try (var process = ScriptableProcess.start(flags);
                var jvm = InspectedJvm.attach(process.pid())) {
            var limits = jvm.limits();
            assertThat(of(Kind.METADATA, limits).maxBytes()).isEqualTo(64L << 20);
            assertThat(of(Kind.CODE, limits).maxBytes()).isEqualTo(32L << 20);
            assertThat(limits)
                    .allSatisfy(memory ->
                            assertThat(memory.usedBytes()).isBetween(1L, memory.maxBytes()));
        }
    }

    private static LimitedMemory of(Kind kind, List<LimitedMemory> all) {
        return all.stream().filter(memory -> memory.kind() == kind).findFirst().orElseThrow();
    }
}
