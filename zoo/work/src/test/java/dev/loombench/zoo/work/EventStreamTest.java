package dev.loombench.zoo.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamTest {
    @Test
    void a_stream_has_the_requested_number_of_events() throws IOException {
        var out = new ByteArrayOutputStream();
        EventStream.of("/events", "count=2&ms=0").orElseThrow().writeTo(out);
        assertThat(out.toString(UTF_8))
                .isEqualTo("id: 1\ndata: event 1\n\nid: 2\ndata: event 2\n\n");
    }

    @Test
    void a_stream_of_no_number_has_no_end() {
        var stream = EventStream.of("/events", "ms=5&count=0").orElseThrow();
        assertThat(stream).isEqualTo(new EventStream(0, 5));
        assertThat(stream.hasNext(Integer.MAX_VALUE)).isTrue();
        assertThat(new EventStream(2, 5).hasNext(1)).isTrue();
        assertThat(new EventStream(2, 5).hasNext(2)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "count=1", "ms=1", "count=-1&ms=1", "count=x&ms=1", "count=1&ms="})
    void other_queries_are_none(String query) {
        assertThat(EventStream.of("/events", query)).isEmpty();
        assertThat(EventStream.of("/event", "count=1&ms=1")).isEmpty();
        assertThat(EventStream.of(null, null)).isEmpty();
    }

    @Test
    void an_echo_waits_as_long_as_the_handshake_asked_for() {
        assertThat(Echo.of("ms=20").millis()).isEqualTo(20);
        assertThat(Echo.of(null).millis()).isZero();
        assertThat(Echo.of("").millis()).isZero();
    }

    /// A read returns after the byte was written: not before the requested time.
    @Test
    void a_file_is_read_when_its_bytes_have_come() throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < 3; i++) {
            assertThat(FileWait.of(5)).isEqualTo(WorkResponse.ok("read after 5 ms"));
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(15_000_000);
    }
}
