package dev.loombench.http2.hpack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HpackEncoderTest {
    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] field(String name, String value) {
        return HpackEncoder.field(name, value.getBytes(US_ASCII));
    }

    @Test
    void a_field_of_the_static_table_is_one_byte() {
        assertThat(hex(field(":method", "GET"))).isEqualTo("82");
        assertThat(hex(field(":scheme", "https"))).isEqualTo("87");
        assertThat(hex(field(":path", "/"))).isEqualTo("84");
    }

    @Test
    void a_known_name_is_an_index() {
        assertThat(hex(field(":path", "/a"))).isEqualTo("04022f61");
        assertThat(hex(field("accept", "x"))).isEqualTo("0f040178"); // 15 + 4 = 19
    }

    @Test
    void an_unknown_name_is_a_literal() {
        assertThat(hex(field("te", "trailers"))).isEqualTo("000274650874726169" + "6c657273");
    }

    @Test
    void credentials_are_never_indexed() {
        assertThat(hex(field("authorization", "x"))).isEqualTo("1f080178"); // 15 + 8 = 23
    }

    /// Lengths around those that need another byte: 127, 127 + 128, 127 + 16,384.
    @ParameterizedTest
    @ValueSource(ints = {0, 126, 127, 128, 254, 255, 16_510, 16_511, 40_000})
    void a_value_of_any_length_can_be_decoded(int length) throws HpackFault {
        var value = "v".repeat(length);
        var block = field("name", value);
        List<String> values = new ArrayList<>();
        new HpackDecoder(0, new HpackBuffers(64 * 1024))
                .decode(
                        block,
                        0,
                        block.length,
                        1 << 20,
                        (_, _, _, bytes, from, count) ->
                                values.add(new String(bytes, from, count, US_ASCII)));
        assertThat(values).containsExactly(value);
    }
}
