package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadResult.Tls;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// TLS of a load as data.
class TlsJsonTest {
    private static Tls tls(long resumed, long... nanos) {
        var times = new Histogram(3);
        for (long value : nanos) {
            times.recordValue(value);
        }
        return new Tls(
                "openssl 3.0.0",
                "",
                true,
                "TLSv1.3 TLS_AES_128_GCM_SHA256",
                resumed,
                Map.of("handshake_failure", resumed),
                times);
    }

    @Test
    void handshakes_have_a_rate() {
        var json = TlsJson.of(tls(2, 1_000_000, 2_000_000, 3_000_000), 2);
        assertThat(json.handshakes()).isEqualTo(3);
        assertThat(json.handshakesPerSecond()).isEqualTo(1.5);
        assertThat(json.resumed()).isEqualTo(2);
        assertThat(json.handshakeTime().orElseThrow().count()).isEqualTo(3);
    }

    @Test
    void without_a_handshake_in_the_window_there_are_no_times() {
        assertThat(TlsJson.of(tls(0), 2).handshakeTime()).isEmpty();
    }

    @Test
    void the_handshakes_of_two_parts_are_added() {
        var sum = tls(1, 1_000_000).plus(tls(2, 2_000_000, 3_000_000));
        assertThat(sum.resumed()).isEqualTo(3);
        assertThat(sum.alerts()).isEqualTo(Map.of("handshake_failure", 3L));
        assertThat(sum.handshakeTime().getTotalCount()).isEqualTo(3);
        assertThat(sum.agreed()).isEqualTo("TLSv1.3 TLS_AES_128_GCM_SHA256");
    }
}
