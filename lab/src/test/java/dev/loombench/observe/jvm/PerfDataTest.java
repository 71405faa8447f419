package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfDataTest {
    /// A file with a counter of 8 bytes before the capabilities.
    private static byte[] file(String name, String value, ByteOrder order) {
        var file = ByteBuffer.allocate(200).putInt(0, 0xcafec0c0).order(order);
        file.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        file.putInt(24, 32).putInt(28, 2);
        entry(file, 32, 48, "sun.ticks", "12345678");
        entry(file, 80, 100, name, value);
        return file.array();
    }

    static byte[] capabilities(String digits) {
        return file("sun.rt.jvmCapabilities", digits, ByteOrder.LITTLE_ENDIAN);
    }

    private static void entry(ByteBuffer file, int at, int length, String name, String value) {
        file.putInt(at, length).putInt(at + 4, 20).putInt(at + 8, value.length());
        file.putInt(at + 16, 21 + name.length());
        file.put(at + 20, name.getBytes(StandardCharsets.US_ASCII));
        file.put(at + 21 + name.length(), value.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void the_first_capability_is_attach() {
        for (var order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            var name = "sun.rt.jvmCapabilities";
            assertThat(PerfData.acceptsAttach(file(name, "1100", order))).contains(true);
            assertThat(PerfData.acceptsAttach(file(name, "0100", order))).contains(false);
            assertThat(PerfData.acceptsAttach(file(name, "", order))).isEmpty();
            assertThat(PerfData.acceptsAttach(file("sun.rt.other", "1100", order))).isEmpty();
        }
    }

    @Test
    void another_file_shows_nothing() {
        assertThat(PerfData.acceptsAttach(new byte[0])).isEmpty();
        assertThat(PerfData.acceptsAttach(new byte[4_096])).isEmpty();
    }

    /// Offsets beyond the file, before it, and a length that never ends.
    @ParameterizedTest
    @ValueSource(ints = {24, 32, 36, 80, 84})
    void a_damaged_file_shows_nothing(int offset) {
        for (int value : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, 0, -1}) {
            var file = file("sun.rt.jvmCapabilities", "0100", ByteOrder.BIG_ENDIAN);
            var damaged = ByteBuffer.wrap(file).putInt(28, Integer.MAX_VALUE).putInt(offset, value);
            assertThat(PerfData.acceptsAttach(damaged.array())).isNotEqualTo(Optional.of(true));
        }
    }
}
