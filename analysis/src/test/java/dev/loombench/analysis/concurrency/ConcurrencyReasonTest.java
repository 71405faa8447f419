package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.FileSetting;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// 50 users, of which 40 wait for one of ten connections, each held for 51 ms: 196/s.
class ConcurrencyReasonTest {
    private static final PoolLibrary HIKARI = PoolLibrary.named("HikariCP").orElseThrow();
    private static final PoolLibrary TOMCAT = PoolLibrary.named("Tomcat").orElseThrow();
    static final List<String> COMMAND = List.of("java", "-jar", "app.jar", "--server.port={port}");

    private static ImpliedConcurrency implied(double throughput, double seconds) {
        return ImpliedConcurrency.of(
                throughput,
                Optional.of(new Interval(0.99 * throughput, throughput, 1.01 * throughput)),
                seconds,
                Optional.of(new Interval(0.98 * seconds, seconds, 1.02 * seconds)));
    }

    static ConfiguredLimits configured(String... more) {
        return configured(List.of(), more);
    }

    static ConfiguredLimits configured(List<FileSetting> files, String... more) {
        return new ConfiguredLimits(
                Stream.concat(COMMAND.stream(), List.of(more).stream()).toList(),
                files,
                Map.of(),
                OptionalLong.empty(),
                false);
    }

    private static WaitLocation forConnection(int count) {
        return new WaitLocation(
                "com.zaxxer.hikari.HikariDataSource.getConnection",
                ThreadKind.PLATFORM,
                count,
                Optional.of(HIKARI),
                Optional.empty(),
                Optional.empty());
    }

    private static WaitLocation inCall(int count) {
        return new WaitLocation(
                "shop.SlowView.read",
                ThreadKind.PLATFORM,
                count,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ConcurrencyReason reason(
            ImpliedConcurrency implied,
            ConfiguredLimits configured,
            List<Pool> pools,
            WaitLocation... waits) {
        return reason(implied, configured, pools, OptionalInt.empty(), waits);
    }

    private static ConcurrencyReason reason(
            ImpliedConcurrency implied,
            ConfiguredLimits configured,
            List<Pool> pools,
            OptionalInt carriers,
            WaitLocation... waits) {
        return ConcurrencyReason.of(
                        new ConcurrencyReason.Inputs(
                                Optional.of(new RequestWaits(List.of(waits), 0)),
                                50,
                                OptionalInt.of(50),
                                Optional.of(implied),
                                pools,
                                List.of(TOMCAT),
                                configured,
                                OptionalInt.empty(),
                                carriers,
                                false,
                                2))
                .orElseThrow();
    }

    private static Pool published(long capacity, long inUse, long waiting) {
        return new Pool(
                "attach",
                1,
                "HikariCP",
                "HikariPool-1",
                capacity,
                OptionalLong.of(inUse),
                OptionalLong.of(waiting));
    }

    @Test
    void the_requests_at_once_follow_from_littles_law() {
        var implied = implied(196, 0.051);
        assertThat(implied.value()).isCloseTo(9.996, within(1e-9));
        assertThat(implied.whole()).hasValue(10);
        assertThat(implied(196, 0.069).whole()).as("13.5").isEmpty();
        assertThat(
                        ImpliedConcurrency.of(
                                        196,
                                        Optional.of(new Interval(100, 196, 292)),
                                        0.051,
                                        Optional.of(new Interval(0.05, 0.051, 0.052)))
                                .whole())
                .as("too imprecise for a whole number")
                .isEmpty();
    }

    /// The interval of 40 ± 3 % contains 39, 40 and 41, and so does that of 40.4; 35 is no more
    /// than 3 % above 34, as transfer may be.
    @Test
    void a_whole_number_beside_which_others_are_possible_is_not_known() {
        assertThat(implied(800, 0.05).whole()).as("40").isEmpty();
        assertThat(implied(808, 0.05).whole()).as("40.4").isEmpty();
        var exact = Optional.of(new Interval(34.99, 35, 35.01));
        assertThat(new ImpliedConcurrency(700, 0.05, exact).whole()).isEmpty();
        var few = Optional.of(new Interval(7.9, 8, 8.1));
        assertThat(new ImpliedConcurrency(160, 0.05, few).whole()).hasValue(8);
        var none = Optional.of(new Interval(8.1, 8.2, 8.3));
        assertThat(new ImpliedConcurrency(164, 0.05, none).whole()).isEmpty();
    }

    @Test
    void the_default_of_the_library_explains_the_concurrency() {
        var reason = reason(implied(196, 0.051), configured(), List.of(), forConnection(40));

        assertThat(reason.limit())
                .contains(
                        new ConcurrencyLimit(
                                "HikariCP",
                                "maximumPoolSize",
                                10,
                                Basis.DEFAULT,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.of("spring.datasource.hikari.maximum-pool-size")));
        assertThat(reason.nextCapacity()).hasValue(50);
    }

    @Test
    void a_limit_in_the_command_replaces_the_default() {
        var reason =
                reason(
                        implied(392, 0.051),
                        configured("--spring.datasource.hikari.maximumPoolSize=20"),
                        List.of(),
                        forConnection(30));

        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(20L);
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.CONFIGURED);
        assertThat(reason.nextCapacity()).as("there are only 50 users").hasValue(50);
    }

    @Test
    void a_published_pool_needs_no_default() {
        var reason =
                reason(
                        implied(588, 0.051),
                        configured(),
                        List.of(published(30, 30, 20)),
                        inCall(30),
                        forConnection(20));

        assertThat(reason.location().map(WaitLocation::count))
                .as("the requests that wait for the pool, not those that use it")
                .contains(20);
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.PUBLISHED);
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(30L);
        assertThat(reason.limit().orElseThrow().waiting()).hasValue(20);
    }

    @Test
    void a_published_pool_with_free_connections_is_no_limit() {
        assertThat(
                        reason(
                                        implied(196, 0.051),
                                        configured(),
                                        List.of(published(30, 8, 0)),
                                        inCall(8))
                                .limit())
                .isEmpty();
    }

    /// The requests wait for a further pool, which is not published.
    @Test
    void a_published_pool_with_free_connections_is_not_that_which_requests_wait_for() {
        var other = List.of(published(30, 8, 0));
        var reason = reason(implied(196, 0.051), configured(), other, forConnection(40));
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.UNKNOWN);
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(10L);
        assertThat(reason.namesLimit()).as("the pool that they wait for").isTrue();
    }

    /// 2 at once, as many as carriers, while 40 virtual threads wait for a lock: these have left
    /// their carriers.
    @Test
    void carriers_that_waiting_threads_have_left_are_no_limit() {
        var lock = new LockWait("the monitor of a shop.Cache", Optional.empty(), Optional.empty());
        var implied = implied(39.2, 0.051);
        var carriers = OptionalInt.of(2);
        var waits = inLock(Optional.of(lock));
        assertThat(reason(implied, configured(), List.of(), carriers, waits).limit()).isEmpty();
        assertThat(
                        reason(implied, configured(), List.of(), carriers, inLock(Optional.empty()))
                                .limit()
                                .map(ConcurrencyLimit::basis))
                .contains(Basis.HELD);
    }

    /// 2 at once, as many as carriers, while others have all of 20 permits: these wait for what is
    /// behind the permits.
    @Test
    void carriers_behind_permits_are_the_limit() {
        var implied = implied(39.2, 0.051);
        var carriers = OptionalInt.of(2);
        var behind = reason(implied, configured(), List.of(), carriers, forPermit(20));
        assertThat(behind.limit().map(ConcurrencyLimit::basis)).contains(Basis.HELD);
        assertThat(behind.releases(2)).isFalse();
        var two = reason(implied, configured(), List.of(), carriers, forPermit(2));
        assertThat(two.limit().map(ConcurrencyLimit::basis)).contains(Basis.COUNTED);
        assertThat(two.releases(2)).isTrue();
    }

    @Test
    void permits_of_more_than_are_served_at_once_are_no_limit_with_a_name() {
        var implied = implied(98, 0.051);
        assertThat(reason(implied, configured(), List.of(), forPermit(20)).namesLimit()).isFalse();
        assertThat(reason(implied, configured(), List.of(), forPermit(5)).namesLimit()).isTrue();
        assertThat(reason(implied, configured(), List.of(), forPermit(0)).namesLimit())
                .as("a semaphore of unknown size")
                .isTrue();
    }

    private static WaitLocation forPermit(int taken) {
        return new WaitLocation(
                "shop.Svc.call",
                ThreadKind.VIRTUAL,
                30,
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                        new PermitWait(
                                Permits.Limit.SEMAPHORE,
                                Optional.of("shop.Svc.call"),
                                taken,
                                true,
                                OptionalLong.empty())));
    }

    private static WaitLocation inLock(Optional<LockWait> lock) {
        return new WaitLocation(
                "shop.Cache.get", ThreadKind.VIRTUAL, 40, Optional.empty(), lock, Optional.empty());
    }

    /// 20 at once, and HikariCP's default is 10: its user may have configured it in a file.
    @Test
    void a_default_that_does_not_explain_the_concurrency_is_not_claimed() {
        var reason = reason(implied(392, 0.051), configured(), List.of(), forConnection(30));

        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.UNKNOWN);
        assertThat(reason.nextCapacity()).as("both values are set by the command").hasValue(50);
    }

    /// Of a service that runs already: what sets the size is not seen.
    @Test
    void a_service_whose_command_is_not_known_shows_no_default() {
        var unseen =
                new ConfiguredLimits(List.of(), List.of(), Map.of(), OptionalLong.empty(), false);
        assertThat(limit(unseen).basis()).isEqualTo(Basis.UNKNOWN);
    }

    /// 50 at once, as many as the default of Agroal in some releases of Quarkus.
    @Test
    void a_default_that_depends_on_the_release_is_not_claimed() {
        var waits =
                new WaitLocation(
                        "io.agroal.pool.DataSource.getConnection",
                        ThreadKind.PLATFORM,
                        40,
                        PoolLibrary.named("Agroal"),
                        Optional.empty(),
                        Optional.empty());
        var reason = reason(implied(980, 0.051), configured(), List.of(), waits);
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(50L);
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.UNKNOWN);
    }

    /// 10.5 [4.8, 16.8] contains 10, and as well 5, 8 and 15.
    @Test
    void a_wide_interval_shows_no_default() {
        var wide =
                ImpliedConcurrency.of(
                        187,
                        Optional.of(new Interval(150, 187, 224)),
                        0.0562,
                        Optional.of(new Interval(0.032, 0.0562, 0.075)));
        var reason = reason(wide, configured(), List.of(), forConnection(40));

        assertThat(wide.matches(10)).isTrue();
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.UNKNOWN);
    }

    /// 9.996 [9.70, 10.3]: all of it is within 10 % of 10, and 10.3 is 14 % above 9.
    @Test
    void a_narrow_interval_near_the_default_shows_it() {
        assertThat(implied(196, 0.051).shows(10)).isTrue();
        assertThat(implied(196, 0.051).shows(9)).isFalse();
    }

    /// 191/s x 10.6 ms are 2.02 requests at once.
    @Test
    void carriers_are_the_limit_where_as_many_requests_are_served() {
        var two = OptionalInt.of(2);
        var reason = reason(implied(191, 0.0106), configured(), List.of(), two);

        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.HELD);
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(2L);
        assertThat(reason(implied(382, 0.0106), configured(), List.of(), two).limit())
                .as("4 at once")
                .isEmpty();
        var wide =
                ImpliedConcurrency.of(
                        187,
                        Optional.of(new Interval(20, 187, 224)),
                        0.0562,
                        Optional.of(new Interval(0.032, 0.0562, 0.075)));
        assertThat(wide.matches(2)).isTrue();
        assertThat(reason(wide, configured(), List.of(), two).limit())
                .as("10.5 [0.64, 16.8] at once")
                .isEmpty();
    }

    @Test
    void the_threads_in_the_command_are_the_limit_where_as_many_requests_are_served() {
        var pool = configured("--server.tomcat.threads.max=20");
        var reason = reason(implied(961, 0.0206), pool, List.of(), inCall(20));

        assertThat(reason.limit().map(ConcurrencyLimit::owner)).contains("Tomcat");
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(20L);
        assertThat(reason.limit().map(ConcurrencyLimit::basis)).contains(Basis.CONFIGURED);
    }

    static ConcurrencyLimit limit(ConfiguredLimits configured) {
        return reason(implied(196, 0.051), configured, List.of(), forConnection(40))
                .limit()
                .orElseThrow();
    }

    @Test
    void the_threads_of_a_server_are_the_limit_where_as_many_requests_are_served() {
        var reason = reason(implied(3_920, 0.051), configured(), List.of(), inCall(50));

        assertThat(reason.limit().map(ConcurrencyLimit::owner)).contains("Tomcat");
        assertThat(reason.limit().map(ConcurrencyLimit::capacity)).contains(200L);
        assertThat(reason(implied(1_960, 0.051), configured(), List.of(), inCall(50)).limit())
                .as("100 at once are not 200 threads")
                .isEmpty();
    }

    @Test
    void a_few_waiting_requests_are_no_reason() {
        assertThat(
                        reason(implied(196, 0.051), configured(), List.of(), forConnection(4))
                                .location())
                .as("below a tenth of 50")
                .isEmpty();
    }

    @Test
    void the_requests_that_wait_for_the_limit_are_those_in_its_library_or_the_users_beyond_it() {
        var implied = implied(196, 0.051);
        assertThat(reason(implied, configured(), List.of(), forConnection(35)).waiting())
                .isEqualTo(35);
        var published = List.of(published(10, 10, 40));
        assertThat(reason(implied, configured(), published, inCall(10)).waiting()).isEqualTo(40);
    }
}
