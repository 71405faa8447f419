package dev.loombench.load.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/// Records in received bytes.
class TlsRecordTest {
    /// Bytes behind others, which begin with a record that has 300 = 0x012c after its header.
    private static ByteBuffer received(int count) {
        var bytes = ByteBuffer.allocate(1000).position(7).limit(7 + count);
        return bytes.put(10, (byte) 0x01).put(11, (byte) 0x2c);
    }

    @Test
    void a_record_is_told_from_a_part_of_it_and_from_several() {
        assertThat(TlsRecord.isOne(received(305))).isTrue();
        assertThat(TlsRecord.isOne(received(304))).isFalse();
        assertThat(TlsRecord.isOne(received(306))).isFalse();
        assertThat(TlsRecord.isOne(received(305 + 256))).isFalse();
        assertThat(TlsRecord.isOne(received(610))).isFalse();
    }

    @Test
    void a_part_of_a_header_is_no_record() {
        for (int count = 1; count <= 4; count++) {
            var bytes = ByteBuffer.allocate(count);
            assertThat(TlsRecord.isOne(bytes)).as("%d bytes", count).isFalse();
        }
        assertThat(TlsRecord.isOne(ByteBuffer.allocate(5))).isTrue();
    }

    @Test
    void bytes_beyond_the_longest_length_are_several_records() {
        assertThat(TlsRecord.isOne(ByteBuffer.allocate(5 + (1 << 16)))).isFalse();
    }
}
