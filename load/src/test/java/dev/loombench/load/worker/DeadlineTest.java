package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.responding;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.Responder;
import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Requests with a deadline in virtual time.
class DeadlineTest {
    private static final LoadModel USER = new LoadModel.Closed(1, Duration.ZERO);

    private static Traffic deadline(int millis) {
        return Traffic.of(Request.get("/", TIMEOUT))
                .withDeadline(Optional.of(Duration.ofMillis(millis)));
    }

    /// A server whose connections open after 50 ms, and which responds after 1 ms.
    private static Peer slowToConnect() {
        return new Peer() {
            @Override
            public void connects(int id, ScriptedTransport net) {
                net.opens(id, 50 * MILLI);
            }

            @Override
            public void receives(Received request, ScriptedTransport net) {
                net.responds(request.id(), MILLI, Responder.HELLO);
            }
        };
    }

    /// Arrivals at 10, 20 … 90 ms share a connection that is busy for 25 ms per request. Those at
    /// 10 and 20 have their responses after 25 and 40 ms, the latter just in time. Those at 30, 50
    /// and 80 are sent after 30, 35 and 30 ms, and their responses are late, after 55, 60 and 55
    /// ms. Those at 40, 60, 70 and 90 are not sent, after 40 ms each.
    @Test
    void what_can_no_longer_be_in_time_is_not_sent_and_a_late_response_is_missed()
            throws Exception {
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, deadline(40), responding(25 * MILLI)).window(0, 100);
        var result = load.result(200);
        var counts = result.counts();
        assertThat(load.sendMillis()).startsWith(10.0, 35.0, 60.0, 85.0, 110.0, 135.0);
        assertThat(counts.sent()).isEqualTo(9);
        assertThat(counts.succeeded()).isEqualTo(2);
        assertThat(counts.errors()).isEqualTo(Map.of("deadline-late", 3L, "deadline-unsent", 4L));
        assertThat(counts.deadlineMissed()).isEqualTo(7);
        assertThat(counts.succeededInWindow()).as("goodput").isEqualTo(2);
        assertThat(counts.unfinished()).isZero();
        assertThat(result.connections().timedOut()).isZero();
        assertThat(result.responseTime().getTotalCount()).isEqualTo(9);
        assertThat(sumMillis(result.responseTime())).isCloseTo(395, within(1.0));
        assertThat(result.serviceTime().getTotalCount()).isEqualTo(5);
        assertThat(sumMillis(result.serviceTime())).isCloseTo(125, within(0.5));
    }

    /// Without a deadline all nine wait for the connection: 25, 40, 55 … 145 ms.
    @Test
    void without_a_deadline_each_is_sent() throws Exception {
        var open = new LoadModel.Open(100, Arrival.CONSTANT, 1);
        var load = new VirtualLoad(open, TIMEOUT, responding(25 * MILLI)).window(0, 100);
        var result = load.result(300);
        assertThat(result.counts().succeeded()).isEqualTo(9);
        assertThat(sumMillis(result.responseTime())).isCloseTo(765, within(2.0));
    }

    /// The user pauses for 10 ms after the failure.
    @Test
    void a_request_whose_connection_does_not_open_in_time_is_not_sent() throws Exception {
        var load = new VirtualLoad(USER, deadline(40), slowToConnect()).window(0, 45);
        var result = load.result(60);
        assertThat(load.net.connects()).containsExactly(0L, 50 * MILLI);
        assertThat(load.sendMillis()).isEmpty();
        assertThat(result.counts().errors()).isEqualTo(Map.of("deadline-unsent", 1L));
    }

    @Test
    void a_request_whose_connection_opens_in_time_is_sent() throws Exception {
        var load = new VirtualLoad(USER, deadline(60), slowToConnect()).window(0, 45);
        var result = load.result(60);
        assertThat(load.sendMillis()).startsWith(50.0);
        assertThat(result.counts().succeeded()).isEqualTo(1);
    }

    /// The response has the timeout after it was sent, not the deadline: it comes at 100 ms.
    @Test
    void the_generator_awaits_a_late_response() throws Exception {
        var load = new VirtualLoad(USER, deadline(60), responding(100 * MILLI)).window(0, 10);
        var result = load.result(150);
        assertThat(result.counts().errors()).isEqualTo(Map.of("deadline-late", 1L));
        assertThat(load.net.connects()).hasSize(1);
        assertThat(load.sendMillis()).startsWith(0.0, 100.0);
    }

    /// The second request is sent at 1 ms, its kept connection is closed at 6 ms, and another would
    /// open at 56 ms.
    @Test
    void a_request_is_not_sent_once_more_after_its_deadline() throws Exception {
        var server =
                new Peer() {
                    @Override
                    public void connects(int id, ScriptedTransport net) {
                        net.opens(id, net.received().isEmpty() ? 0 : 50 * MILLI);
                    }

                    @Override
                    public void receives(Received request, ScriptedTransport net) {
                        if (request.number() == 2) {
                            net.ends(request.id(), 5 * MILLI);
                        } else {
                            net.responds(request.id(), MILLI, Responder.HELLO);
                        }
                    }
                };
        var load = new VirtualLoad(USER, deadline(40), server).window(0, 2);
        var result = load.result(58);
        assertThat(load.sendMillis()).containsExactly(0.0, 1.0);
        assertThat(result.counts().succeeded()).isEqualTo(1);
        assertThat(result.counts().errors()).isEqualTo(Map.of("deadline-unsent", 1L));
        assertThat(sumMillis(result.responseTime())).isCloseTo(1 + 40, within(0.2));
        assertThat(result.serviceTime().getTotalCount()).isEqualTo(1);
    }

    @Test
    void a_deadline_is_above_0_and_below_the_timeout() {
        var traffic = Traffic.of(Request.get("/", Duration.ofSeconds(2)));
        assertThatThrownBy(() -> traffic.withDeadline(Optional.of(Duration.ZERO)))
                .isInstanceOf(WrongInput.class)
                .hasMessage("deadline must be above 0, was 0s");
        assertThatThrownBy(() -> traffic.withDeadline(Optional.of(Duration.ofSeconds(2))))
                .isInstanceOf(WrongInput.class)
                .hasMessage("deadline must be below the timeout of a request, 2s, was 2s");
        assertThat(traffic.withDeadline(Optional.of(Duration.ofMillis(1_999))).deadline())
                .isPresent();
    }
}
