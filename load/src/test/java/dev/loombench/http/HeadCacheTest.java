package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadCacheTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";

    @Test
    void a_parser_with_a_cache_agrees_with_one_without() {
        var random = new Random(1);
        var headCache = new HeadCache();
        var cases = ResponseCase.all().stream().filter(ResponseCase::isShort).toList();
        byte[] bytes = HEAD.getBytes(ISO_8859_1);
        for (int round = 0; round < 50_000; round++) {
            if (random.nextInt(3) == 0) {
                bytes = cases.get(random.nextInt(cases.size())).bytes();
            }
            if (random.nextInt(4) == 0) {
                bytes = bytes.clone();
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            boolean isHead = random.nextInt(8) == 0;
            int split = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length);
            var caching = new ResponseParser(isHead, headCache);
            var plain = new ResponseParser(isHead);
            sameOf(caching, plain, bytes, 0, split);
            sameOf(caching, plain, bytes, split, bytes.length);
        }
    }

    private static void sameOf(
            ResponseParser one, ResponseParser other, byte[] bytes, int from, int to) {
        var piece = ByteBuffer.wrap(bytes, from, to - from);
        var twin = piece.duplicate();
        var result = one.feed(piece);
        assertThat(result).isEqualTo(other.feed(twin));
        assertThat(piece.position()).isEqualTo(twin.position());
        assertThat(one.end()).isEqualTo(other.end());
        if (result == ParseStatus.COMPLETE) {
            assertThat(one.status()).isEqualTo(other.status());
            assertThat(one.keepsAlive()).isEqualTo(other.keepsAlive());
        }
    }

    @Test
    void a_head_with_the_prefix_of_the_cached_one_is_not_a_hit() {
        var headCache = new HeadCache();
        assertThat(feed(new ResponseParser(false, headCache), HEAD + "ab"))
                .isEqualTo(ParseStatus.COMPLETE);
        assertThat(feed(new ResponseParser(false, headCache), HEAD.replace("2", "3") + "ab"))
                .isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(new ResponseParser(false, headCache), HEAD.replace("\r\n\r\n", "\r\nX: y")))
                .isEqualTo(ParseStatus.INCOMPLETE);
    }

    @Test
    void a_head_without_its_body_is_a_hit_too() {
        var headCache = new HeadCache();
        feed(new ResponseParser(false, headCache), HEAD + "ab");
        var parser = new ResponseParser(false, headCache);
        assertThat(feed(parser, HEAD)).isEqualTo(ParseStatus.INCOMPLETE);
        assertThat(feed(parser, "ab")).isEqualTo(ParseStatus.COMPLETE);
        assertThat(parser.keepsAlive()).isTrue();
    }

    private static ParseStatus feed(ResponseParser parser, String text) {
        return parser.feed(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
    }
}
