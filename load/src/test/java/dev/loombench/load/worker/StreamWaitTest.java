package dev.loombench.load.worker;

import static dev.loombench.load.worker.Http2VirtualLoadTest.MAX_STREAMS;
import static dev.loombench.load.worker.Http2VirtualLoadTest.constant;
import static dev.loombench.load.worker.Http2VirtualLoadTest.streams;
import static dev.loombench.load.worker.Http2VirtualLoadTest.traffic;
import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.loombench.http2.ErrorCode;
import dev.loombench.http2.FrameBytes;
import dev.loombench.load.worker.VirtualHttp2Server.Handler;
import org.junit.jupiter.api.Test;

/// Requests of HTTP/2 that wait for a stream, or are sent again, in virtual time.
class StreamWaitTest {
    /// Arrivals at 100, 200, 300 and 400 ms share one stream, for 250 ms each: all but the first
    /// wait. The second is refused at 350 ms, while the third waits for the stream and has its turn
    /// next: the second is sent again at 600 ms, and the fourth at 850 ms. From the intended sends
    /// that is 250 + 650 + 300 + 700 ms.
    @Test
    void a_request_that_is_sent_again_has_waited_once() throws Exception {
        Handler refusing =
                (request, net) -> {
                    if (request.number() == 2) {
                        request.answer(
                                net,
                                0,
                                new FrameBytes().reset(request.stream(), ErrorCode.REFUSED_STREAM));
                    } else {
                        request.respond(net, 250 * MILLI);
                    }
                };
        var server = new VirtualHttp2Server(refusing, MAX_STREAMS, 1);
        var load = new VirtualLoad(constant(10, 4), traffic(4), server).window(0, 490);
        var result = load.result(2_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(streams(result).refused()).isEqualTo(1);
        assertThat(streams(result).waited()).isEqualTo(3);
        assertThat(sumMillis(result.responseTime())).isCloseTo(1_900, withPercentage(0.2));
        assertThat(sumMillis(result.serviceTime())).isCloseTo(1_000, withPercentage(0.2));
        assertThat(result.responseTime().getMaxValue()).isCloseTo(700 * MILLI, withPercentage(0.2));
    }

    /// Arrivals at 100, 200 and 300 ms. With the third the server goes away and has processed the
    /// first only: the others are sent again at 300 ms on the next connection, and take 50 ms. From
    /// the intended sends that is 0 + 150 + 50 ms.
    @Test
    void requests_after_the_last_stream_of_a_connection_are_sent_again() throws Exception {
        Handler leaving =
                (request, net) -> {
                    switch (request.number()) {
                        case 1 -> request.respond(net, 0);
                        case 2 -> {}
                        case 3 ->
                                request.answer(
                                        net, 0, new FrameBytes().goAway(1, ErrorCode.NO_ERROR));
                        default -> request.respond(net, 50 * MILLI);
                    }
                };
        var server = new VirtualHttp2Server(leaving);
        var load = new VirtualLoad(constant(10, 3), traffic(3), server).window(0, 350);
        var result = load.result(1_000);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(3);
        assertThat(load.net.connects()).containsExactly(0L, 300 * MILLI);
        assertThat(streams(result).refused()).isEqualTo(2);
        assertThat(streams(result).goAways()).isEqualTo(1);
        assertThat(sumMillis(result.responseTime())).isCloseTo(200, withPercentage(0.2));
        assertThat(sumMillis(result.serviceTime())).isCloseTo(100, withPercentage(0.2));
    }
}
