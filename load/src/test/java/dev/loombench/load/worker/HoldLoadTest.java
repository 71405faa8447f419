package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.responding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.Responder;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import org.junit.jupiter.api.Test;

/// The hold model in virtual time.
class HoldLoadTest {
    private static final RecordedWindow.Goal EACH_ONE = new RecordedWindow.Goal(101, false);

    /// A single user warms up until the window opens; connection i then opens after i ms.
    @Test
    void held_connections_send_one_request_each_at_their_time_and_stay_open() throws Exception {
        var model = new LoadModel.HeldConnections(101, 1_000);
        var load = new VirtualLoad(model, TIMEOUT, responding(3 * MILLI));
        var result = load.window(500, 900, EACH_ONE).result(1_000);

        var ofWindow = load.sendMillis().stream().filter(at -> at >= 500).toList();
        assertThat(ofWindow).hasSize(101);
        for (int i = 0; i <= 100; i++) {
            assertThat(ofWindow.get(i)).isEqualTo(500 + i);
        }
        assertThat(load.net.received().stream().filter(r -> r.nanos() < 500 * MILLI))
                .isNotEmpty()
                .allMatch(request -> request.id() == 100);
        assertThat(result.counts().sent()).isEqualTo(101);
        assertThat(result.counts().succeeded()).isEqualTo(101);
        assertThat(result.connections().established()).isEqualTo(101);
        assertThat(result.connections().closed()).isZero();
        assertThat(load.progress().connectionsOpen()).isEqualTo(101);
    }

    @Test
    void a_hold_that_begins_with_its_window_has_no_warm_up_user() throws Exception {
        var load =
                new VirtualLoad(
                        new LoadModel.HeldConnections(3, 1_000),
                        Traffic.of(Request.get("/", TIMEOUT)),
                        WorkerShard.WHOLE,
                        true,
                        responding(MILLI));
        var goal = new RecordedWindow.Goal(3, false);
        assertThat(load.window(500, 900, goal).result(1_000).counts().succeeded()).isEqualTo(3);
        assertThat(load.sendMillis()).containsExactly(500.0, 501.0, 502.0);
    }

    /// The time to open a connection is part of the response time.
    @Test
    void a_hold_does_not_wait_for_the_warm_up_user() throws Exception {
        var model = new LoadModel.HeldConnections(20, 1_000);
        var load =
                new VirtualLoad(
                        model,
                        TIMEOUT,
                        new ScriptedTransport.Peer() {
                            @Override
                            public void connects(int id, ScriptedTransport net) {
                                net.opens(id, 4 * MILLI);
                            }

                            @Override
                            public void receives(
                                    ScriptedTransport.Received request, ScriptedTransport net) {
                                if (request.number() > 1) { // the first never has a response
                                    net.responds(request.id(), 3 * MILLI, Responder.HELLO);
                                }
                            }
                        });
        var goal = new RecordedWindow.Goal(20, false);
        var result = load.window(500, 900, goal).result(1_000);
        assertThat(result.counts().succeeded()).isEqualTo(20);
        assertThat(result.counts().failed()).isZero();
        assertThat(load.progress().inFlight()).isZero();
        assertThat(load.progress().errors()).isZero();
        assertThat(result.responseTime().getMinValue())
                .isBetween(7 * MILLI - MILLI / 100, 7 * MILLI + MILLI / 100);
        assertThat(result.connections().connectTime().getTotalCount()).isEqualTo(20);
    }

    @Test
    void a_held_connection_closed_by_the_server_does_not_count_as_open() throws Exception {
        var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        var model = new LoadModel.HeldConnections(20, 100);
        var load =
                new VirtualLoad(
                        model, TIMEOUT, (request, net) -> net.responds(request.id(), MILLI, last));
        var goal = new RecordedWindow.Goal(20, false);
        var result = load.window(500, 900, goal).result(1_000);
        assertThat(result.counts().succeeded()).isEqualTo(20);
        assertThat(result.connections().established()).isEqualTo(1);
        assertThat(load.progress().connectionsOpen()).isZero();
    }
}
