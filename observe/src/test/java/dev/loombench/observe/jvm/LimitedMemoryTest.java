package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.figure.JvmSample;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LimitedMemoryTest {
    /// HotSpot compares what is committed with `-XX:MaxMetaspaceSize`.
    @Test
    void committed_metadata_and_code_in_use_count_where_they_have_a_limit() throws IOException {
        var sample =
                JvmSample.parse(
                        "metaspace-committed=60\tmetaspace-max=64\tclass-space-committed=7"
                                + "\tcode-used=20\tcode-max=48");
        assertThat(sample.limitedMemory())
                .containsExactly(
                        new LimitedMemory(Kind.METADATA, 60, 64),
                        new LimitedMemory(Kind.CODE, 20, 48));
    }
}
