package dev.loombench.load.worker;

import static dev.loombench.load.worker.VirtualLoad.MILLI;
import static dev.loombench.load.worker.VirtualLoad.TIMEOUT;
import static dev.loombench.load.worker.VirtualLoad.responding;
import static dev.loombench.load.worker.VirtualLoad.sumMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.loombench.load.Responder;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.text.LoadRows;
import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.load.worker.ScriptedTransport.Received;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// The open model in virtual time: when its requests leave, and what it counts.
class OpenLoadTest {
    private static LoadModel constant(double rate, int connections) {
        return new LoadModel.Open(rate, Arrival.CONSTANT, connections);
    }

    /// The first and the last are half a second away from the ends of the window.
    @Test
    void a_window_of_4_s_at_1_per_s_has_four_requests_and_their_responses() throws Exception {
        var load = new VirtualLoad(constant(1, 1), TIMEOUT, responding(20 * MILLI));
        var result = load.windowAt(0, 4_000).result(6_000);
        assertThat(load.sendMillis()).startsWith(500.0, 1_500.0, 2_500.0, 3_500.0);
        assertThat(result.counts().sent()).isEqualTo(4);
        assertThat(result.counts().succeededInWindow()).isEqualTo(4);
    }

    /// Arrivals every 2 ms: of the warm-up from 1 to 999 ms, of the window from 1,002 ms on.
    @Test
    void requests_leave_at_the_times_of_the_schedule() throws Exception {
        var load = new VirtualLoad(constant(500, 20), TIMEOUT, responding(400_000));
        var result = load.window(1_000, 3_101).result(3_200);

        var due =
                LongStream.concat(
                        LongStream.rangeClosed(1, 500).map(i -> (2 * i - 1) * MILLI),
                        LongStream.rangeClosed(1, 1_099).map(i -> (1_000 + 2 * i) * MILLI));
        assertThat(load.net.sends()).containsExactlyElementsOf(due.boxed().toList());
        var counts = result.counts();
        assertThat(counts.sent()).isEqualTo(1_050);
        assertThat(counts.succeeded()).isEqualTo(1_050);
        assertThat(counts.succeededInWindow()).isEqualTo(1_050);
        assertThat(counts.errors()).isEmpty();
        assertThat(counts.bytes()).isEqualTo(1_050L * Responder.HELLO.length());
        assertThat(result.generator().lateArrivals()).hasValue(0);
        assertThat(result.generator().sendLag().getMaxValue()).isLessThan(100); // a histogram's 0
        assertThat(result.generator().busyShare()).isZero();
        assertThat(result.connections().established()).isEqualTo(20);
    }

    /// The rest of a second belongs to the last interval.
    @Test
    void the_intervals_are_in_order_and_cover_the_window() throws Exception {
        var load = new VirtualLoad(constant(500, 20), TIMEOUT, responding(400_000));
        var result = load.window(1_000, 3_101).result(3_200);

        var intervals = result.intervals();
        assertThat(intervals)
                .extracting(i -> i.responseTime().getTotalCount())
                .containsExactly(500L, 550L);
        assertThat(intervals)
                .extracting(i -> i.window().nanos() / MILLI)
                .containsExactly(1_000L, 1_100L);
        assertThat(intervals.getFirst().window().startNanos())
                .isEqualTo(result.window().startNanos());
        for (int i = 1; i < intervals.size(); i++) {
            assertThat(intervals.get(i).window().startNanos())
                    .isEqualTo(intervals.get(i - 1).window().endNanos());
        }
        assertThat(intervals)
                .extracting(Second::responseTime)
                .allSatisfy(times ->
                        assertThat(times.getMinValue()).isCloseTo(400_000, withinPercentage(0.2)));
    }

    /// 0 to 1,000/s within 1 s, then nothing: 500 arrivals on two workers, whatever the warm-up did
    /// before.
    @Test
    void a_profile_begins_with_the_window_and_sends_exactly_its_integral() throws Exception {
        var rate = LoadProfileParser.ofRates().line("0..1k/1s,0/1s").withWarmUp(200);
        var model = new LoadModel.Open(rate, Arrival.CONSTANT, 50);
        var traffic = Traffic.of(Request.get("/", TIMEOUT));
        var due = new ArrayList<Long>();
        long sent = 0;
        for (int k = 0; k < 2; k++) {
            var shard = new WorkerShard(k, 2);
            var load = new VirtualLoad(model, traffic, shard, false, responding(MILLI));
            var counts = load.window(300, 1_900).result(2_000).counts();
            assertThat(counts.succeeded()).isEqualTo(counts.sent());
            sent += counts.sent();
            load.net.sends().stream().filter(at -> at > 300 * MILLI).forEach(due::add);
        }
        assertThat(sent).isEqualTo(500);
        due.sort(null);
        // The integral of 1,000/s * t/s is 500 t^2: arrival i is due after sqrt((i - 0.5) / 500) s.
        for (int i = 1; i <= 500; i++) {
            assertThat(due.get(i - 1) - 300 * MILLI)
                    .as("arrival %d", i)
                    .isCloseTo(Math.round(Math.sqrt((i - 0.5) / 500) * 1e9), within(2L));
        }
    }

    /// Nothing is sent before the window, and of a number of requests nothing after it.
    @Test
    void a_load_may_begin_with_its_window() throws Exception {
        var traffic = Traffic.of(Request.get("/", TIMEOUT));
        var load =
                new VirtualLoad(
                        constant(500, 20), traffic, WorkerShard.WHOLE, true, responding(MILLI));
        var result = load.window(2_000, 9_000, new RecordedWindow.Goal(33, true)).result(10_000);
        assertThat(load.sendMillis()).startsWith(2_002.0).endsWith(2_066.0).hasSize(33);
        assertThat(result.counts().succeeded()).isEqualTo(33);
        assertThat(result.window().nanos()).isEqualTo(67 * MILLI); // with its last response
    }

    /// 1,000 arrivals take 200 ms, in which 200 connections would be opened one after another.
    @Test
    void all_connections_of_a_number_of_requests_are_opened_before_them() throws Exception {
        var traffic = Traffic.of(Request.get("/", TIMEOUT));
        var load =
                new VirtualLoad(
                        constant(5_000, 500), traffic, WorkerShard.WHOLE, true, responding(MILLI));
        var result = load.window(10, 9_000, new RecordedWindow.Goal(1_000, true)).result(9_000);
        assertCounts(1_000, result);
        assertThat(result.connections().requested()).isEqualTo(500);
        assertThat(result.connections().established()).isEqualTo(500);
        assertThat(result.generator().lateArrivals()).hasValue(0);
    }

    /// One connection and a response that takes 200 ms: 100 arrivals wait behind it, the first for
    /// 198 ms, the last for nothing. So the response times add up to 200 + 198 + ... + 2 ms, and 51
    /// of them are 100 ms or more. Service times do not show this: they are those of one
    /// connection.
    @Test
    void a_stall_shows_in_the_response_times() throws Exception {
        Peer stalled = (request, net) -> respond(request, net, request.number() == 10 ? 200 : 0);
        var result =
                new VirtualLoad(constant(500, 1), TIMEOUT, stalled).window(0, 999).result(1_500);

        var response = result.responseTime();
        assertThat(response.getTotalCount()).isEqualTo(499);
        assertThat(sumMillis(response)).isCloseTo(10_100, withinPercentage(0.2));
        assertThat(response.getCountBetweenValues(99 * MILLI, 201 * MILLI)).isEqualTo(51);
        assertThat(sumMillis(result.serviceTime())).isCloseTo(200, withinPercentage(0.2));
        assertThat(sumMillis(result.generator().sendLag())).isCloseTo(9_900, withinPercentage(0.2));
    }

    private static void respond(Received request, ScriptedTransport net, long millis) {
        net.responds(request.id(), millis * MILLI, Responder.HELLO);
    }

    /// A server that responds at once, except in the first 200 ms of each second, under 1,000
    /// evenly spaced requests/s: a request due u ms into a stall waits for 200 - u ms.
    @Test
    void periodic_stalls_give_the_calculated_percentiles() throws Exception {
        Peer stalling =
                (request, net) -> net.responds(request.id(), stallLeft(request), Responder.HELLO);
        var load = new VirtualLoad(constant(1_000, 300), TIMEOUT, stalling);
        var result = load.window(0, 2_999).result(4_000);

        var waits = new Histogram(3);
        for (long i = 1; i < 2_999; i++) {
            waits.recordValue(Math.max(0, 200 - i % 1_000) * MILLI);
        }
        var response = result.responseTime();
        assertThat(response.getTotalCount()).isEqualTo(waits.getTotalCount());
        for (double percentile : new double[] {50, 80, 90, 95, 99, 99.9, 100}) {
            assertThat((double) response.getValueAtPercentile(percentile))
                    .as("p%s", percentile)
                    .isCloseTo(
                            (double) waits.getValueAtPercentile(percentile), withinPercentage(0.2));
        }
        assertThat(response.getValueAtPercentile(99)).isGreaterThan(185 * MILLI);
    }

    /// At or below 0 outside a stall, ns.
    private static long stallLeft(Received request) {
        return Math.max(0, 200 * MILLI - request.nanos() % (1_000 * MILLI));
    }

    /// One connection and responses that take 20 ms: arrival n, due after 2n ms, is sent 18 (n - 1)
    /// ms late.
    @Test
    void arrivals_without_a_connection_in_time_are_late() throws Exception {
        var load = new VirtualLoad(constant(500, 1), TIMEOUT, responding(20 * MILLI));
        var result = load.window(0, 9_000, new RecordedWindow.Goal(50, true)).result(9_000);
        assertThat(load.sendMillis()).startsWith(2.0, 22.0, 42.0, 62.0);
        assertThat(result.counts().succeeded()).isEqualTo(50);
        assertThat(result.generator().lateArrivals()).hasValue(49);
        assertThat(result.connections().allInUse()).isEqualTo(49);
        assertThat(LoadRows.of(result, Optional.empty(), List.of()).getLast().lines().getFirst())
                .endsWith("; 49 late arrivals, 49 of them with all connections in use");
        assertThat(sumMillis(result.generator().sendLag()))
                .isCloseTo(18.0 * 49 * 50 / 2, withinPercentage(0.2));
    }

    /// Arrivals at 10, 30, … ms over one connection, of which the first takes 35 ms: the second
    /// waits for it alone, and the others find it free.
    @Test
    void an_arrival_that_waits_alone_has_found_all_connections_in_use() throws Exception {
        var slowFirst =
                new Peer() {
                    private boolean seen;

                    @Override
                    public void receives(Received request, ScriptedTransport net) {
                        respond(request, net, seen ? 1 : 35);
                        seen = true;
                    }
                };
        var result =
                new VirtualLoad(constant(50, 1), TIMEOUT, slowFirst).window(0, 200).result(300);
        assertThat(result.generator().lateArrivals()).hasValue(1);
        assertThat(result.connections().allInUse()).isEqualTo(1);
    }

    /// Arrivals every 100 ms, each of which opens a connection in 30 ms, as the load requests: the
    /// time is in the response time, and none in which the generator was late.
    @Test
    void the_time_to_open_its_own_connection_does_not_make_an_arrival_late() throws Exception {
        var slowToOpen =
                new Peer() {
                    @Override
                    public void connects(int id, ScriptedTransport net) {
                        net.opens(id, 30 * MILLI);
                    }

                    @Override
                    public void receives(Received request, ScriptedTransport net) {
                        respond(request, net, 5);
                    }
                };
        var result =
                new VirtualLoad(constant(10, 2), withoutKeepAlive(TIMEOUT), slowToOpen)
                        .window(0, 450)
                        .result(1_000);
        assertThat(result.counts().succeeded()).isEqualTo(4);
        assertThat(sumMillis(result.responseTime())).isCloseTo(140, withinPercentage(0.2));
        assertThat(result.generator().sendLag().getMaxValue()).isLessThan(100); // a histogram's 0
        assertThat(result.generator().lateArrivals()).hasValue(0);
    }

    private static Traffic withoutKeepAlive(Duration timeout) {
        var policy =
                new ConnectionPolicy(
                        false, Optional.empty(), List.of(), Optional.empty(), Optional.empty());
        return new Traffic(List.of(Request.get("/", timeout)), Map.of(), policy);
    }

    /// Arrivals every 100 ms, and connections that never open: each is given up after 200 ms.
    @Test
    void nor_does_the_time_in_which_it_does_not_open() throws Exception {
        var silent =
                new Peer() {
                    @Override
                    public void connects(int id, ScriptedTransport net) {}

                    @Override
                    public void receives(Received request, ScriptedTransport net) {}
                };
        var traffic = withoutKeepAlive(Duration.ofMillis(200));
        var result = new VirtualLoad(constant(10, 4), traffic, silent).window(0, 450).result(1_000);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 4L));
        assertThat(sumMillis(result.responseTime())).isCloseTo(800, withinPercentage(0.2));
        assertThat(result.generator().sendLag().getTotalCount()).isEqualTo(4);
        assertThat(result.generator().sendLag().getMaxValue()).isLessThan(100); // a histogram's 0
        assertThat(result.generator().lateArrivals()).hasValue(4); // as they were never sent
        assertThat(result.connections().allInUse()).isZero(); // others were free
    }

    /// Arrivals every 10 ms over two connections, of which the server accepts one. The attempt to
    /// open the other begins at 1 ms, and fails just as the first arrival is due.
    @Test
    void a_connection_that_cannot_be_opened_fails_no_arrival_for_which_another_is_free()
            throws Exception {
        var accepting =
                new Peer() {
                    @Override
                    public void connects(int id, ScriptedTransport net) {
                        if (id == 0) {
                            net.opens(id, 0);
                        } else {
                            net.breaks(id, 9 * MILLI, ErrorKind.CONNECT_REFUSED);
                        }
                    }

                    @Override
                    public void receives(Received request, ScriptedTransport net) {
                        respond(request, net, 1);
                    }
                };
        var load = new VirtualLoad(constant(100, 2), TIMEOUT, accepting).window(0, 95);
        var result = load.result(200);
        assertThat(load.net.connects()).startsWith(0L, MILLI, 20 * MILLI);
        assertThat(load.sendMillis()).startsWith(10.0, 20.0, 30.0);
        assertThat(result.counts().sent()).isEqualTo(9);
        assertThat(result.counts().succeeded()).isEqualTo(9);
        assertThat(result.counts().errors()).isEmpty();
    }

    /// Arrivals every 5 ms over one connection, a server that never responds, and a timeout of 200
    /// ms. Each failure closes the connection for 10, 20, 40 ... ms; it then sends the oldest
    /// arrival that has not timed out, which is up to 195 ms old.
    @Test
    void an_arrival_without_a_connection_times_out_too() throws Exception {
        var load =
                new VirtualLoad(constant(200, 1), Duration.ofMillis(200), (_, _) -> {})
                        .window(0, 1_000);
        var result = load.result(1_400);
        assertThat(load.sendMillis())
                .containsExactly(5.0, 215.0, 240.0, 285.0, 370.0, 535.0, 860.0);
        assertThat(result.counts().sent()).isEqualTo(199);
        assertThat(result.counts().errors()).isEqualTo(Map.of("timeout", 199L));
        var response = result.responseTime();
        assertThat(response.getTotalCount()).isEqualTo(199);
        assertThat((double) response.getMinValue()).isCloseTo(200e6, withinPercentage(0.2));
        assertThat((double) response.getMaxValue()).isCloseTo(200e6, withinPercentage(0.2));
        assertThat(result.serviceTime().getTotalCount()).isZero();
        assertThat(result.connections().timedOut()).isEqualTo(7);
    }

    /// Arrivals every 2 ms from 1 ms on; the load pauses from 12 to 162 ms and from 212 to 312 ms.
    /// The schedule continues with the 1 ms that was left of its interval.
    @Test
    void the_schedule_stands_still_within_a_pause() {
        var load =
                new VirtualLoad(constant(500, 20), TIMEOUT, responding(MILLI))
                        .at(12, w -> w.pause(true))
                        .at(162, w -> w.pause(false))
                        .at(212, w -> w.pause(true))
                        .at(312, w -> w.pause(false))
                        .runUntil(315);
        var due =
                LongStream.concat(
                        LongStream.rangeClosed(1, 6).map(i -> 2 * i - 1),
                        LongStream.concat(
                                LongStream.rangeClosed(0, 24).map(i -> 163 + 2 * i),
                                LongStream.of(313)));
        assertThat(load.sendMillis())
                .containsExactlyElementsOf(due.mapToObj(ms -> (double) ms).toList());
    }

    /// Of a number of requests, the window ends with the last response, and nothing is sent after.
    @Test
    void a_counted_window_sends_exactly_its_number_of_requests() throws Exception {
        var load = new VirtualLoad(constant(2_000, 20), TIMEOUT, responding(3 * MILLI));
        var result = load.window(50, 9_000, new RecordedWindow.Goal(333, true)).result(9_000);
        assertCounts(333, result);
        assertThat(load.sendMillis().getLast()).isEqualTo(50 + 333 * 0.5);
        assertThat(load.progress().inFlight()).isZero();
        assertThat(result.window().nanos()).isEqualTo(333 * MILLI / 2 + 3 * MILLI);
    }

    /// Three at 2/s take one and a half seconds, with the response to the last.
    @Test
    void few_requests_of_a_number_have_the_rate_of_the_load() throws Exception {
        var load = new VirtualLoad(constant(2, 1), TIMEOUT, responding(MILLI));
        var result = load.window(0, 9_000, new RecordedWindow.Goal(3, true)).result(9_000);
        assertCounts(3, result);
        assertThat(result.window().nanos()).isEqualTo(1_501 * MILLI);
    }

    private static void assertCounts(long all, LoadResult result) {
        assertThat(result.counts().sent()).isEqualTo(all);
        assertThat(result.counts().succeeded()).isEqualTo(all);
        assertThat(result.counts().succeededInWindow()).isEqualTo(all); // none of the warm-up
    }

    /// Of 1,000 requests, time leaves room for 149.
    @Test
    void no_request_follows_a_counted_window_that_time_ended() throws Exception {
        var load = new VirtualLoad(constant(500, 20), TIMEOUT, responding(MILLI / 2));
        var goal = new RecordedWindow.Goal(1_000, true);
        var result = load.window(0, 299, goal).result(2_000);
        assertCounts(149, result);
        assertThat(load.sendMillis().getLast()).isEqualTo(298);
    }
}
