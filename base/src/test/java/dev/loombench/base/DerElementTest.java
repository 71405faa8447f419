package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerElementTest {
    private static final int OCTET_STRING = 0x04;

    @ParameterizedTest
    @CsvSource({
        "0, 0400",
        "1, 0401",
        "127, 047f",
        "128, 048180",
        "255, 0481ff",
        "256, 04820100",
        "65535, 0482ffff",
        "65536, 0483010000"
    })
    void the_length_has_as_few_bytes_as_possible(int length, String head) {
        var encoded = DerElement.of(OCTET_STRING, new byte[length]);
        var begins = Arrays.copyOf(encoded, encoded.length - length);
        assertThat(HexFormat.of().formatHex(begins)).isEqualTo(head);
    }

    @Test
    void contents_follow_one_another() {
        var number = DerElement.of(0x02, new byte[] {5});
        assertThat(DerElement.of(0x30, number, number))
                .containsExactly(0x30, 6, 0x02, 1, 5, 0x02, 1, 5);
    }
}
