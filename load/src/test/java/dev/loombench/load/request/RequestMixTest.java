package dev.loombench.load.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The requests of the workers of a load.
class RequestMixTest {
    private static final InetSocketAddress TARGET =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /// The request of one of two workers.
    private static EncodedRequest request(RequestMix mix, int worker) {
        var requests = mix.forWorker(worker, 2, 1, 2);
        return requests.prepare(requests.kind(0), 0);
    }

    /// A worker sends from the start up to index 10, and the other from index 4 on.
    @Test
    void workers_share_the_bytes_of_a_fixed_request_and_not_the_place_in_them() {
        var mix = new RequestMix(Traffic.of(Request.get("/hello", TIMEOUT)), TARGET, 1);
        var first = request(mix, 0);
        var second = request(mix, 1);
        assertThat(second.address()).isEqualTo(first.address());
        assertThat(second.length()).isEqualTo(first.length());

        var ofFirst = first.from(0).limit(10);
        var ofSecond = second.from(4);
        assertThat(ofFirst.position()).isZero();
        assertThat(ofSecond.remaining()).isEqualTo(second.length() - 4);
    }

    @Test
    void each_worker_knows_the_header_block_of_a_fixed_request() {
        var head = new Request("HEAD", "/", Map.of(), "", TIMEOUT);
        var policy = ConnectionPolicy.DEFAULT.withHttp2(Optional.of(Http2Policy.DEFAULT));
        var mix = new RequestMix(new Traffic(List.of(head), Map.of(), policy), TARGET, 1);
        for (int worker = 0; worker < 2; worker++) {
            var request = request(mix, worker);
            assertThat(request.headLength()).isEqualTo(request.length()).isPositive();
            assertThat(request.isHead()).isTrue();
        }
    }
}
