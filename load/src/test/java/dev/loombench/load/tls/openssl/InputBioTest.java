package dev.loombench.load.tls.openssl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class InputBioTest {
    @Test
    void received_bytes_are_taken_where_they_are() {
        assumeThat(OpenSsl.unavailableReason()).isEmpty();
        try (var arena = Arena.ofConfined()) {
            var input = new InputBio(arena.allocate(ADDRESS));
            var received = arena.allocateFrom(JAVA_BYTE, (byte) 1, (byte) 2, (byte) 3);
            var taken = arena.allocate(8);
            long bio = input.address();
            assertThat(input.isEmpty()).isTrue();
            assertThat(MemoryBios.read(bio, taken.address(), 8)).as("not the end").isEqualTo(-1);

            input.set(received.address(), 3);
            assertThat(MemoryBios.read(bio, taken.address(), 2)).isEqualTo(2);
            assertThat(input.isEmpty()).isFalse();
            received.set(JAVA_BYTE, 2, (byte) 9);
            assertThat(MemoryBios.read(bio, taken.address(), 8)).isEqualTo(1);
            assertThat(taken.get(JAVA_BYTE, 0)).isEqualTo((byte) 9);
            assertThat(input.isEmpty()).isTrue();

            input.set(received.address(), 3);
            input.clear();
            assertThat(MemoryBios.read(bio, taken.address(), 8)).isEqualTo(-1);
            MemoryBios.free(bio);
        }
    }
}
