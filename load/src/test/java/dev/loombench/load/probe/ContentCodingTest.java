package dev.loombench.load.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ContentCodingTest {
    private static final byte[] TEXT = "hello ".repeat(10_000).getBytes(UTF_8);

    /// Wraps the output that has the encoding.
    @FunctionalInterface
    private interface Encoder {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static byte[] encoded(Encoder encoder) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = encoder.over(bytes)) {
            out.write(TEXT);
        }
        return bytes.toByteArray();
    }

    private static Optional<String> decoded(byte[] content, String encoding) {
        return ContentCoding.decoded(content, encoding).map(bytes -> new String(bytes, UTF_8));
    }

    @Test
    void the_encodings_of_the_jdk_are_read() throws Exception {
        var text = new String(TEXT, UTF_8);
        assertThat(decoded(TEXT, "")).contains(text);
        assertThat(decoded(TEXT, "identity")).contains(text);
        assertThat(decoded(encoded(GZIPOutputStream::new), "GZip ")).contains(text);
        assertThat(decoded(encoded(DeflaterOutputStream::new), "deflate")).contains(text);
        var withoutZlib = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        var raw = encoded(out -> new DeflaterOutputStream(out, withoutZlib));
        assertThat(decoded(raw, "deflate")).contains(text);
        withoutZlib.end();
    }

    @Test
    void content_that_is_cut_off_is_read_up_to_there() throws Exception {
        var whole = encoded(GZIPOutputStream::new);
        var start = decoded(Arrays.copyOf(whole, whole.length - 8), "gzip").orElseThrow();
        assertThat(new String(TEXT, UTF_8)).startsWith(start);
        assertThat(start).startsWith("hello ");
    }

    @Test
    void other_encodings_and_other_content_cannot_be_read() {
        assertThat(decoded(TEXT, "br")).isEmpty();
        assertThat(decoded(TEXT, "gzip")).isEmpty();
        assertThat(decoded(TEXT, "deflate")).isEmpty();
    }
}
