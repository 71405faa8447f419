package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.responding;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.loombench.load.Responder;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The closed model in virtual time: when its users send, and what is counted.
class ClosedLoadTest {
    private static LoadModel users(int count) {
        return new LoadModel.Closed(count, Duration.ZERO);
    }

    private static LoadModel thinking(int count, long millis) {
        return new LoadModel.Closed(count, Duration.ofMillis(millis));
    }

    /// Users start 10 ms apart; each sends at once after its response.
    @Test
    void a_user_awaits_its_response_and_sends_again() throws Exception {
        var load = new VirtualLoad(users(3), TIMEOUT, responding(40 * MILLI)).window(100, 300);
        var result = load.result(400);
        assertThat(load.sendMillis())
                .startsWith(0.0, 10.0, 20.0, 40.0, 50.0, 60.0, 80.0, 90.0, 100.0, 120.0);
        assertThat(result.counts().sent()).isEqualTo(15); // 5 of each user
        assertThat(result.counts().succeeded()).isEqualTo(15);
        var response = result.responseTime();
        assertThat(sumMillis(response)).isCloseTo(15 * 40, withinPercentage(0.2));
        assertThat(response.getMaxValue()).isLessThanOrEqualTo(41 * MILLI);
        assertThat(result.connections().closed()).isZero();
        assertThat(result.generator().lateArrivals()).isEmpty();
    }

    @Test
    void requests_in_flight_are_counted_over_the_whole_window() throws Exception {
        var result =
                new VirtualLoad(users(10), TIMEOUT, responding(50 * MILLI))
                        .window(1_013, 1_357)
                        .result(1_500);
        assertThat(result.connections().inFlight()).isEqualTo(10);

        var half =
                new VirtualLoad(thinking(10, 50), TIMEOUT, responding(50 * MILLI))
                        .window(1_000, 1_500)
                        .result(1_700);
        assertThat(half.connections().inFlight()).isEqualTo(5);
    }

    /// One user and a stall of 200 ms: it sends nothing meanwhile, so that its response times show
    /// the stall once, where those of an open load show it for each arrival. This is the
    /// coordinated omission that the open model avoids.
    @Test
    void a_stall_is_hidden_in_a_closed_load() throws Exception {
        Peer stalled =
                (request, net) ->
                        net.responds(
                                request.id(),
                                request.number() == 10 ? 200 * MILLI : 0,
                                Responder.HELLO);
        var result = new VirtualLoad(thinking(1, 1), TIMEOUT, stalled).window(0, 999).result(1_100);
        assertThat(result.counts().sent()).isEqualTo(799);
        assertThat(sumMillis(result.responseTime())).isCloseTo(200, withinPercentage(0.2));
    }

    /// The generator stands still for 190 ms from an event on that ends its wait for a response,
    /// however long that was to last.
    @Test
    void a_stall_of_the_generator_within_a_wait_is_detected() throws Exception {
        var load = new VirtualLoad(users(1), TIMEOUT, responding(50 * MILLI)).stall(5, 190);
        var stalls = load.window(0, 900).result(1_000).generator().stalls();
        assertThat(stalls.count()).isEqualTo(1);
        assertThat(stalls.longestNanos()).isBetween(100 * MILLI, 190 * MILLI);
    }

    /// Two users warm up; six more join at once at 500 ms, and all but one leave 1 s later.
    @Test
    void users_join_and_leave_with_the_level() throws Exception {
        var profile = LoadProfileParser.ofUsers(10).line("8/1s,1/1h").withWarmUp(2);
        var model = new LoadModel.Closed(profile, ThinkTime.constant(Duration.ofMillis(7)));
        var open = new ArrayList<Long>();
        var load = new VirtualLoad(model, TIMEOUT, responding(3 * MILLI));
        for (long at : new long[] {499, 520, 1_499, 1_520, 2_900}) {
            load.at(at, w -> open.add(w.addTo(LoadProgress.none(0)).connectionsOpen()));
        }
        var result = load.window(500, 2_900).result(3_000);
        assertThat(open).containsExactly(2L, 8L, 8L, 1L, 1L);
        assertThat(senders(load, 0, 499)).containsExactly(0, 1);
        assertThat(senders(load, 500, 1_499)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(senders(load, 1_500, 2_900)).containsExactly(0);
        assertThat(result.connections().requested()).isEqualTo(8);
        assertThat(result.connections().established()).isEqualTo(8);
        assertThat(result.connections().closed()).isZero();
        assertThat(result.counts().failed()).isZero();
        assertThat(result.counts().succeeded()).isEqualTo(result.counts().sent());
    }

    private static Set<Integer> senders(VirtualLoad load, long fromMillis, long toMillis) {
        var senders = new TreeSet<Integer>();
        load.net.received().stream()
                .filter(request -> request.nanos() >= fromMillis * MILLI)
                .filter(request -> request.nanos() <= toMillis * MILLI)
                .map(Received::id)
                .forEach(senders::add);
        return senders;
    }

    /// The time of four users is up 100 ms after the window opens, while they await responses that
    /// take 150 ms; they return 2 s later.
    @Test
    void a_leaving_user_awaits_its_response_and_may_return() throws Exception {
        var profile = LoadProfileParser.ofUsers(10).line("4/100ms,0/2s,4/1h");
        var model = new LoadModel.Closed(profile, ThinkTime.NONE);
        var traffic = Traffic.of(Request.get("/", TIMEOUT));
        var load =
                new VirtualLoad(model, traffic, WorkerShard.WHOLE, true, responding(150 * MILLI))
                        .window(1_000, 3_200);
        var counts = load.result(3_600).counts();
        // Users start 10 ms apart, and return together.
        assertThat(load.sendMillis())
                .startsWith(1_000.0, 1_010.0, 1_020.0, 1_030.0, 3_100.0, 3_100.0, 3_100.0, 3_100.0)
                .element(8)
                .isEqualTo(3_250.0);
        assertThat(counts.sent()).isEqualTo(8);
        assertThat(counts.succeeded()).isEqualTo(8);
        assertThat(counts.unfinished()).isZero();
    }

    /// Three users, a timeout of 100 ms, and a server that never responds. Each failure makes a
    /// user wait for 10, 20, 40 ms.
    @Test
    void a_request_that_times_out_counts_with_the_time_it_waited() throws Exception {
        var load = new VirtualLoad(users(3), Duration.ofMillis(100), (_, _) -> {}).window(0, 380);
        var result = load.result(500);
        var expected = List.of(0.0, 10.0, 20.0, 110.0, 120.0, 130.0, 230.0, 240.0, 250.0);
        assertThat(load.sendMillis().subList(0, 9)).isEqualTo(expected);
        assertThat(load.sendMillis().get(9)).isEqualTo(370);
        assertThat(result.counts().sent()).isEqualTo(10);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 10L));
        var response = result.responseTime();
        assertThat(response.getTotalCount()).isEqualTo(10);
        assertThat((double) response.getMinValue()).isCloseTo(100e6, withinPercentage(0.2));
        assertThat((double) response.getMaxValue()).isCloseTo(100e6, withinPercentage(0.2));
        assertThat(result.serviceTime().getTotalCount()).isZero();
        assertThat(result.connections().closed()).isEqualTo(9);
        assertThat(result.connections().timedOut()).isEqualTo(9);
    }

    /// One user with a think time of 1 s: a pause of 200 ms in the middle of it leaves its rest.
    @Test
    void a_think_time_stands_still_within_a_pause() {
        var load =
                new VirtualLoad(thinking(1, 1_000), TIMEOUT, responding(5 * MILLI))
                        .at(300, w -> w.pause(true))
                        .at(500, w -> w.pause(false))
                        .runUntil(3_000);
        assertThat(load.sendMillis()).containsExactly(0.0, 1_205.0, 2_210.0);
    }

    /// Two users whose responses take 100 ms: the load pauses at 150 ms and rests once both have
    /// their response; its connections stay open.
    @Test
    void a_load_rests_after_its_last_response() {
        var rests = new ArrayList<Boolean>();
        var load = new VirtualLoad(users(2), TIMEOUT, responding(100 * MILLI));
        load.at(150, w -> w.pause(true));
        for (long at : new long[] {151, 205, 215}) {
            load.at(at, w -> rests.add(w.rests()));
        }
        load.at(900, w -> w.pause(false)).runUntil(960);
        assertThat(rests).containsExactly(false, false, true);
        // The responses came 50 and 60 ms after the start of the pause.
        assertThat(load.sendMillis()).containsExactly(0.0, 10.0, 100.0, 110.0, 950.0);
        assertThat(load.net.connects()).hasSize(2);
    }

    @Test
    void a_counted_window_sends_exactly_its_number_of_requests() throws Exception {
        var load = new VirtualLoad(users(7), TIMEOUT, responding(10 * MILLI));
        var goal = new RecordedWindow.Goal(333, true);
        var result = load.window(205, 90_000, goal).result(90_000);
        assertThat(result.counts().sent()).isEqualTo(333);
        assertThat(result.counts().succeeded()).isEqualTo(333);
        assertThat(result.counts().succeededInWindow()).isEqualTo(333);
        assertThat(load.progress().inFlight()).isZero();
        // Each of 7 users sends every 10 ms, at a multiple of 10 ms: 333 = 47 * 7 + 4.
        assertThat(load.sendMillis().getLast()).isEqualTo(210 + 47 * 10);
        assertThat(load.sendMillis()).hasSize(before(load, 210) + 333);
    }

    private static VirtualLoad beginningWithWindow(LoadModel model) {
        var traffic = Traffic.of(Request.get("/", TIMEOUT));
        return new VirtualLoad(model, traffic, WorkerShard.WHOLE, true, responding(MILLI));
    }

    /// Fifty users send four requests each, which take 4 ms together: none of them waits for its
    /// start, as that would be in the throughput, and none comes too late.
    @Test
    void all_users_of_a_number_of_requests_start_with_the_window() throws Exception {
        var load = beginningWithWindow(users(50));
        var result = load.window(100, 90_000, new RecordedWindow.Goal(200, true)).result(90_000);
        assertThat(result.counts().succeeded()).isEqualTo(200);
        assertThat(result.window().nanos()).isEqualTo(4 * MILLI);
        assertThat(result.connections().requested()).isEqualTo(50);
        assertThat(result.connections().established()).isEqualTo(50);
    }

    /// With a think time of 50 ms, ten users start 5 ms apart.
    @Test
    void users_of_a_number_of_requests_start_within_a_think_time() throws Exception {
        var load = beginningWithWindow(thinking(10, 50));
        var result = load.window(100, 90_000, new RecordedWindow.Goal(20, true)).result(90_000);
        assertThat(load.sendMillis()).startsWith(100.0, 105.0, 110.0).element(9).isEqualTo(145.0);
        assertThat(result.connections().established()).isEqualTo(10);
    }

    @Test
    void fewer_requests_than_users_open_as_many_connections() throws Exception {
        var load = beginningWithWindow(users(50));
        var result = load.window(100, 90_000, new RecordedWindow.Goal(20, true)).result(90_000);
        assertThat(result.connections().requested()).isEqualTo(20);
        assertThat(result.connections().established()).isEqualTo(20);
    }

    private static int before(VirtualLoad load, double millis) {
        return (int) load.sendMillis().stream().filter(at -> at < millis).count();
    }

    /// Of 1,000 requests, time leaves room for four of each user.
    @Test
    void no_request_follows_a_counted_window_that_time_ended() throws Exception {
        var load = new VirtualLoad(thinking(2, 50), TIMEOUT, responding(MILLI));
        var result = load.window(0, 200, new RecordedWindow.Goal(1_000, true)).result(2_000);
        assertThat(result.counts().sent()).isEqualTo(8);
        assertThat(load.sendMillis())
                .containsExactly(0.0, 10.0, 51.0, 61.0, 102.0, 112.0, 153.0, 163.0);
    }
}
