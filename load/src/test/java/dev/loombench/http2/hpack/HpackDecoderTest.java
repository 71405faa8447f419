package dev.loombench.http2.hpack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples of RFC 7541, appendix C, and blocks that no encoder would send.
class HpackDecoderTest {
    private static final int LIMIT = 64 * 1024;

    private final HpackBuffers buffers = new HpackBuffers(LIMIT);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    private static List<String> decode(HpackDecoder decoder, String block) throws HpackFault {
        return decode(decoder, hex(block), LIMIT);
    }

    private static List<String> decode(HpackDecoder decoder, byte[] block, int limit)
            throws HpackFault {
        var fields = new ArrayList<String>();
        boolean whole =
                decoder.decode(
                        block,
                        0,
                        block.length,
                        limit,
                        (name, nameFrom, nameLength, value, valueFrom, valueLength) ->
                                fields.add(
                                        new String(name, nameFrom, nameLength, US_ASCII)
                                                + ": "
                                                + new String(
                                                        value, valueFrom, valueLength, US_ASCII)));
        if (!whole) {
            fields.add("(too large)");
        }
        return fields;
    }

    private HpackDecoder decoder(int table) {
        return new HpackDecoder(table, buffers);
    }

    // C.2: representations.

    @Test
    void a_literal_with_indexing_enters_the_table() throws HpackFault {
        var decoder = decoder(4096);
        assertThat(
                        decode(
                                decoder,
                                "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"))
                .containsExactly("custom-key: custom-header");
        assertThat(decoder.tableSize()).isEqualTo(55);
    }

    @Test
    void a_literal_without_indexing_does_not() throws HpackFault {
        var decoder = decoder(4096);
        assertThat(decode(decoder, "040c 2f73 616d 706c 652f 7061 7468"))
                .containsExactly(":path: /sample/path");
        assertThat(decoder.tableSize()).isZero();
    }

    @Test
    void a_literal_that_is_never_indexed_does_not_either() throws HpackFault {
        var decoder = decoder(4096);
        assertThat(decode(decoder, "1008 7061 7373 776f 7264 0673 6563 7265 74"))
                .containsExactly("password: secret");
        assertThat(decoder.tableSize()).isZero();
    }

    @Test
    void an_indexed_field_is_one_of_the_static_table() throws HpackFault {
        assertThat(decode(decoder(4096), "82")).containsExactly(":method: GET");
    }

    // C.3 and C.4: three requests on one connection.

    private static final List<List<String>> REQUESTS =
            List.of(
                    List.of(
                            ":method: GET",
                            ":scheme: http",
                            ":path: /",
                            ":authority: www.example.com"),
                    List.of(
                            ":method: GET",
                            ":scheme: http",
                            ":path: /",
                            ":authority: www.example.com",
                            "cache-control: no-cache"),
                    List.of(
                            ":method: GET",
                            ":scheme: https",
                            ":path: /index.html",
                            ":authority: www.example.com",
                            "custom-key: custom-value"));

    @Test
    void requests_without_huffman() throws HpackFault {
        var decoder = decoder(4096);
        assertThat(decode(decoder, "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"))
                .isEqualTo(REQUESTS.get(0));
        assertThat(decoder.tableSize()).isEqualTo(57);
        assertThat(decode(decoder, "8286 84be 5808 6e6f 2d63 6163 6865"))
                .isEqualTo(REQUESTS.get(1));
        assertThat(decoder.tableSize()).isEqualTo(110);
        assertThat(
                        decode(
                                decoder,
                                "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65"))
                .isEqualTo(REQUESTS.get(2));
        assertThat(decoder.tableSize()).isEqualTo(164);
    }

    @Test
    void requests_with_huffman() throws HpackFault {
        var decoder = decoder(4096);
        assertThat(decode(decoder, "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"))
                .isEqualTo(REQUESTS.get(0));
        assertThat(decode(decoder, "8286 84be 5886 a8eb 1064 9cbf")).isEqualTo(REQUESTS.get(1));
        assertThat(decode(decoder, "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"))
                .isEqualTo(REQUESTS.get(2));
        assertThat(decoder.tableSize()).isEqualTo(164);
    }

    // C.5 and C.6: three responses with a table of 256 bytes, which evicts.

    private static final String DATE_13_21 = "date: Mon, 21 Oct 2013 20:13:21 GMT";
    private static final String DATE_13_22 = "date: Mon, 21 Oct 2013 20:13:22 GMT";
    private static final String LOCATION = "location: https://www.example.com";
    private static final String COOKIE =
            "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

    private static final List<List<String>> RESPONSES =
            List.of(
                    List.of(":status: 302", "cache-control: private", DATE_13_21, LOCATION),
                    List.of(":status: 307", "cache-control: private", DATE_13_21, LOCATION),
                    List.of(
                            ":status: 200",
                            "cache-control: private",
                            DATE_13_22,
                            LOCATION,
                            "content-encoding: gzip",
                            COOKIE));

    @Test
    void responses_without_huffman_evict_the_oldest_fields() throws HpackFault {
        var decoder = decoder(256);
        assertThat(
                        decode(
                                decoder,
                                "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420"
                                        + "3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f"
                                        + "2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"))
                .isEqualTo(RESPONSES.get(0));
        assertThat(decoder.tableSize()).isEqualTo(222);
        assertThat(decode(decoder, "4803 3330 37c1 c0bf")).isEqualTo(RESPONSES.get(1));
        assertThat(decoder.tableSize()).isEqualTo(222);
        assertThat(
                        decode(
                                decoder,
                                "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32"
                                        + "3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b"
                                        + "425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61"
                                        + "6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31"))
                .isEqualTo(RESPONSES.get(2));
        assertThat(decoder.tableSize()).isEqualTo(215);
        assertThat(decoder.tableCount()).isEqualTo(3);
    }

    @Test
    void responses_with_huffman_evict_the_oldest_fields() throws HpackFault {
        var decoder = decoder(256);
        assertThat(
                        decode(
                                decoder,
                                "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81"
                                        + "66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3"))
                .isEqualTo(RESPONSES.get(0));
        assertThat(decode(decoder, "4883 640e ffc1 c0bf")).isEqualTo(RESPONSES.get(1));
        assertThat(
                        decode(
                                decoder,
                                "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a"
                                        + "839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708"
                                        + "7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07"))
                .isEqualTo(RESPONSES.get(2));
        assertThat(decoder.tableSize()).isEqualTo(215);
    }

    // What no encoder would send.

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "80, the index 0 of a table with 61 entries",
        "be, the index 62 of a table with 61 entries",
        "ff ff ff ff ff ff, 'an integer above 268,435,456'",
        "ff, an integer without its end",
        "ff 80, an integer without its end",
        "40, a field without its end",
        "40 01 61, a field without its end",
        "40 05 61, 'a string of 5 bytes where 1 are left'",
        "40 7f ff ff ff 7f, 'a string of 268,435,582 bytes where 0 are left'",
        "7f 01 00, the index 64 of a table with 61 entries",
        "40 81 ff 00, a Huffman string that ends within a code",
        "40 82 ff ff 00, a Huffman string that ends within a code",
        "40 84 ff ff ff ff 00, a Huffman string with the symbol EOS",
        "40 81 00 00, a Huffman string that ends within a code",
        "82 20, 'a change of the table''s size after a field'",
        "3f e2 1f, 'a table of 4,097 bytes where at most 4,096 are allowed'"
    })
    void a_malformed_block_is_a_fault(String block, String fault) {
        assertThatExceptionOfType(HpackFault.class)
                .isThrownBy(() -> decode(decoder(4096), block))
                .withMessage(fault);
    }

    @Test
    void the_table_is_empty_after_a_change_to_size_0() throws HpackFault {
        var decoder = decoder(4096);
        decode(decoder, "4003 6b65 7903 7661 6c");
        assertThat(decoder.tableCount()).isEqualTo(1);
        assertThat(decode(decoder, "20 82")).containsExactly(":method: GET");
        assertThat(decoder.tableCount()).isZero();
    }

    @Test
    void a_field_larger_than_the_table_empties_it() throws HpackFault {
        var decoder = decoder(64);
        decode(decoder, "4001 6101 62"); // 34 bytes
        assertThat(decoder.tableCount()).isEqualTo(1);
        var large = new ByteArrayOutputStream();
        large.writeBytes(hex("4001 61 28"));
        large.writeBytes("x".repeat(40).getBytes(US_ASCII)); // 1 + 40 + 32 bytes
        assertThat(decode(decoder, large.toByteArray(), LIMIT)).hasSize(1);
        assertThat(decoder.tableCount()).isZero();
    }

    /// Each field is "a: b" with 34 bytes by its size.
    @Test
    void a_list_above_the_limit_is_too_large() throws HpackFault {
        var twice = hex("0001 6101 62 0001 6101 62");
        assertThat(decode(decoder(4096), twice, 68)).containsExactly("a: b", "a: b");
        assertThat(decode(decoder(4096), twice, 67)).endsWith("(too large)");
    }

    /// A name of the table, with a value that needs its place: the name must survive.
    @Test
    void the_name_of_an_evicted_field_stays_readable() throws HpackFault {
        var decoder = decoder(80);
        decode(decoder, "4005 6e61 6d65 7301 62"); // names: b, 38 bytes
        var block = new ByteArrayOutputStream();
        block.writeBytes(hex("7e 28")); // the name of entry 62, and a value of 40 bytes
        block.writeBytes("v".repeat(40).getBytes(US_ASCII));
        assertThat(decode(decoder, block.toByteArray(), LIMIT))
                .containsExactly("names: " + "v".repeat(40));
        assertThat(decoder.tableSize()).isEqualTo(77);
        assertThat(decode(decoder, "be")).containsExactly("names: " + "v".repeat(40));
    }

    /// 10,000 fields of different lengths move through a table of 1,000 bytes; the newest is right
    /// after each.
    @Test
    void the_table_stays_right_over_many_insertions() throws HpackFault {
        var decoder = decoder(1_000);
        for (int i = 0; i < 10_000; i++) {
            var value = "v".repeat(i % 97) + i;
            var block = new ByteArrayOutputStream();
            block.writeBytes(hex("4001 6e"));
            block.write(value.length());
            block.writeBytes(value.getBytes(US_ASCII));
            assertThat(decode(decoder, block.toByteArray(), LIMIT)).containsExactly("n: " + value);
            assertThat(decode(decoder, "be")).containsExactly("n: " + value);
            assertThat(decoder.tableSize()).isLessThanOrEqualTo(1_000);
        }
    }
}
