package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    private ResponseReader read(String response) throws IOException {
        return read(new ByteArrayInputStream(response.getBytes(ISO_8859_1)));
    }

    private ResponseReader read(ByteArrayInputStream in) throws IOException {
        content.reset();
        var reader = new ResponseReader(in, false);
        reader.read(content);
        return reader;
    }

    private String text() {
        return content.toString(ISO_8859_1);
    }

    /// All but bytes after a response, which stay in the stream.
    @Test
    void what_a_load_accepts_and_refuses_is_accepted_and_refused() {
        for (var c : ResponseCase.all()) {
            var in = new ByteArrayInputStream(c.bytes());
            var reader = new ResponseReader(in, c.isHead());
            var fault = catchThrowableOfType(IOException.class, () -> reader.read(content));
            boolean complete = c.expected().result() == ParseStatus.COMPLETE;
            if (fault == null && !complete) {
                assertThat(in.available()).as(c.toString()).isPositive();
            } else {
                assertThat(fault == null).as("%s: %s", c, fault).isEqualTo(complete);
            }
            if (complete) {
                assertThat(reader.status()).as(c.toString()).isEqualTo(c.expected().status());
            }
        }
    }

    @Test
    void the_content_is_that_of_the_body() throws Exception {
        read(OK + "Content-Length: 3\r\n\r\nabcd");
        assertThat(text()).isEqualTo("abc");
        read(CHUNKED + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: z\r\n\r\n");
        assertThat(text()).isEqualTo("abcde");
        read("HTTP/1.0 404 Not Found\r\n\r\nup to the end");
        assertThat(text()).isEqualTo("up to the end");
        var large = "x".repeat(100_000);
        read(OK + "Content-Length: 100000\r\n\r\n" + large);
        assertThat(text()).isEqualTo(large);
    }

    @Test
    void the_rest_stays_in_the_stream() throws Exception {
        var in =
                new ByteArrayInputStream(
                        (OK + "Content-Length: 2\r\n\r\nokNEXT").getBytes(ISO_8859_1));
        read(in);
        assertThat(new String(in.readAllBytes(), ISO_8859_1)).isEqualTo("NEXT");
    }

    @Test
    void fields_are_those_of_the_last_head() throws Exception {
        var reader =
                read(
                        String.join(
                                "\r\n",
                                "HTTP/1.1 103 Early",
                                "X: early",
                                "Link: a",
                                "",
                                "HTTP/1.1 200 OK",
                                "content-TYPE:  text/plain ",
                                "X: 1",
                                "X: 2",
                                "Content-Length: 8",
                                "",
                                "X: body!"));
        assertThat(reader.status()).isEqualTo(200);
        assertThat(reader.field("content-type")).isEqualTo("text/plain");
        assertThat(reader.field("x")).isEqualTo("2");
        assertThat(reader.field("link")).isEmpty();
        assertThat(read(CHUNKED + "0\r\nX: trailer\r\n\r\n").field("x")).isEmpty();
    }

    @Test
    void a_fault_names_the_part_that_has_it() {
        assertFault("SSH-2.0-x\r\n", "no status line of HTTP/1.1");
        assertFault("HTTP/1.1 2000 OK\r\n\r\n", "no status line of HTTP/1.1");
        assertFault("HTTP/1.1 099\r\n\r\n", "no status line of HTTP/1.1");
        assertFault(OK + "Content-Length: x\r\n\r\n", "a Content-Length that is not one number");
        assertFault(OK + "Content-Length: 5, 5\r\n\r\n", "a Content-Length that is not one number");
        assertFault(OK + "Content-Length:\r\n\r\n", "a Content-Length that is not one number");
        assertFault(
                OK + "Content-Length: 3\r\nContent-Length: 5\r\n\r\n",
                "two different values of Content-Length");
        assertFault(
                OK + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
                "both Content-Length and Transfer-Encoding");
        assertFault(
                OK + "Transfer-Encoding: chunked, chunked\r\n\r\n",
                "a malformed Transfer-Encoding");
        assertFault(OK + "no colon\r\n\r\n", "a header line without a colon after its name");
        assertFault(OK + "Length : 5\r\n\r\n", "a header line without a colon after its name");
        assertFault(OK + ": 5\r\n\r\n", "a malformed header section");
        assertFault(OK + " folded\r\n\r\n", "a malformed header section");
        assertFault(CHUNKED + "-5\r\nabcde\r\n0\r\n\r\n", "a malformed chunk");
        assertFault(CHUNKED + "3\r\nabcde\r\n0\r\n\r\n", "a malformed chunk");
        assertFault("", "the connection ended before the end of the headers");
        assertFault(OK + "X: y", "the connection ended before the end of the headers");
        assertFault(OK + "Content-Length: 9\r\n\r\nabc", "the connection ended within the body");
        assertFault(CHUNKED + "3\r\nabc\r\n", "the connection ended within the body");
        assertFault(
                OK + "X: " + "y".repeat(70_000),
                "a head, or a line of a chunk, of more than 64 KiB");
    }

    private void assertFault(String response, String fault) {
        assertThatThrownBy(() -> read(response)).isInstanceOf(IOException.class).hasMessage(fault);
    }

    @Test
    void a_status_is_found_in_a_status_line_only() {
        assertThat(ResponseParser.statusIn("HTTP/1.1 200 OK")).isEqualTo(OptionalInt.of(200));
        assertThat(ResponseParser.statusIn("HTTP/1.0 503")).isEqualTo(OptionalInt.of(503));
        assertThat(ResponseParser.statusIn("HTTP/1.1 404 ")).isEqualTo(OptionalInt.of(404));
        for (var line :
                new String[] {
                    "",
                    "HTTP/1.1",
                    "HTTP/1.1 20",
                    "HTTP/1.1 099 x",
                    "HTTP/2 200",
                    "SSH-2.0-x",
                    "HTTP/1.1 200OK",
                    "http/1.1 200 OK"
                }) {
            assertThat(ResponseParser.statusIn(line)).as(line).isEmpty();
        }
    }
}
