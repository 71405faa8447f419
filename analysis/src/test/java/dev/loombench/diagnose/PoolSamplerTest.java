package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.observe.jvm.figure.PublishedPools;
import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolSamplerTest {
    private static final long SECOND = 1_000_000_000L;

    private static PublishedPools moment(
            long seconds, long inUse, OptionalLong completed, OptionalLong requests) {
        return new PublishedPools(
                seconds * SECOND,
                List.of(published("executor", "orders", seconds, inUse, completed)),
                requests,
                List.of());
    }

    private static PublishedPool published(
            String library, String name, long seconds, long inUse, OptionalLong completed) {
        return new PublishedPool(
                new Pool(
                        "attach",
                        seconds * SECOND,
                        library,
                        name,
                        20,
                        OptionalLong.of(inUse),
                        OptionalLong.of(0)),
                completed);
    }

    /// Pools of libraries without a count of their own, all with 10 in use.
    private static PublishedPools others(long seconds, long requests, String... libraries) {
        return new PublishedPools(
                seconds * SECOND,
                Stream.of(libraries)
                        .map(library ->
                                published(
                                        library.split(" ", 2)[0],
                                        library,
                                        seconds,
                                        10,
                                        OptionalLong.empty()))
                        .toList(),
                OptionalLong.of(requests),
                List.of());
    }

    private static PoolReading only(PublishedPools... moments) {
        return PoolSampler.of(List.of(moments)).value().orElseThrow().getFirst();
    }

    /// 8 and 12 in use, so 10 on average; 1,000 tasks within 10 s are 100 per second, each of which
    /// took 10 / 100 = 0.1 s. The 20 allow 20 / 0.1 = 200 per second.
    @Test
    void an_executor_has_the_limit_of_littles_law_by_its_own_tasks() {
        var requests = OptionalLong.of(0);
        var pool =
                only(
                        moment(5, 8, OptionalLong.of(4_000), requests),
                        moment(15, 12, OptionalLong.of(5_000), requests));
        assertThat(pool.perSecond()).hasValue(100);
        assertThat(pool.holdSeconds().orElseThrow()).isCloseTo(0.1, within(1e-9));
        assertThat(pool.mostPerSecond().orElseThrow()).isCloseTo(200, within(1e-6));
    }

    /// Each request takes a thread, and may use a connection once.
    @ParameterizedTest
    @ValueSource(strings = {"HikariCP", "Tomcat"})
    void the_only_pool_of_its_kind_has_it_by_the_requests_of_the_web_server(String library) {
        var pool = only(others(0, 0, library), others(10, 500, library));
        assertThat(pool.perSecond()).hasValue(50);
        assertThat(pool.mostPerSecond()).hasValue(100);
    }

    @Test
    void two_pools_of_connections_have_no_limit_by_requests_and_that_of_threads_has() {
        String[] pools = {"Tomcat http", "HikariCP shop", "HikariCP users"};
        var readings =
                PoolSampler.of(List.of(others(0, 0, pools), others(10, 500, pools)))
                        .value()
                        .orElseThrow();
        assertThat(readings)
                .extracting(PoolReading::perSecond)
                .containsExactly(
                        OptionalDouble.of(50), OptionalDouble.empty(), OptionalDouble.empty());
    }

    @Test
    void an_executor_without_a_count_has_no_limit_by_requests() {
        var none = OptionalLong.empty();
        var pool =
                only(
                        moment(0, 10, none, OptionalLong.of(0)),
                        moment(10, 10, none, OptionalLong.of(500)));
        assertThat(pool.perSecond()).isEmpty();
    }

    @Test
    void without_a_count_or_without_use_there_is_no_limit() {
        var none = OptionalLong.empty();
        assertThat(only(moment(0, 10, none, none), moment(10, 10, none, none)).mostPerSecond())
                .isEmpty();
        var counted = OptionalLong.of(0);
        assertThat(only(moment(0, 0, counted, none), moment(9, 0, counted, none)).mostPerSecond())
                .isEmpty();
        assertThat(only(moment(0, 3, counted, none)).mostPerSecond()).as("one moment").isEmpty();
    }

    /// As of Tomcat's, whose requests run on virtual threads.
    @Test
    void a_pool_whose_use_no_bean_tells_is_not_examined() {
        var none = OptionalLong.empty();
        var pool = new Pool("attach", 0, "Tomcat", "http-nio-8080", 200, none, none);
        var moment = new PublishedPools(0, List.of(new PublishedPool(pool, none)), none, List.of());
        assertThat(PoolSampler.of(List.of(moment)).missing()).isPresent();
    }

    @Test
    void without_a_pool_the_reason_is_that_of_the_bean_that_failed() {
        var failed =
                new PublishedPools(
                        0,
                        List.of(),
                        OptionalLong.empty(),
                        List.of(new Unavailable("attach", "jvm.pools", "a:type=Pool: refused")));
        assertThat(PoolSampler.of(List.of(failed)).missing()).hasValue("a:type=Pool: refused");
        assertThat(PoolSampler.unread(List.of(failed))).as("it is that of all pools").isEmpty();
        var none = OptionalLong.empty();
        assertThat(PoolSampler.unread(List.of(failed, moment(1, 3, none, none))))
                .hasValue("a:type=Pool: refused");
        assertThat(PoolSampler.unread(List.of(moment(1, 3, none, none)))).isEmpty();
        assertThat(PoolSampler.of(List.of()).missing())
                .hasValue("none is published as a management bean");
    }
}
