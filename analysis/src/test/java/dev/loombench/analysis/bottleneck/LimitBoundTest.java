package dev.loombench.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// 245/s of 20.4 ms each are five at once, of 50 users.
class LimitBoundTest {
    private static final HeldTime SINGLE_USER = HeldTime.ofMean(0.0204);
    private static final Bound USERS = new Bound.Users(50, SINGLE_USER, 0);

    private static Optional<Bound> bound(
            String owner, String setting, long capacity, Basis basis, Bound... others) {
        var limit =
                new ConcurrencyLimit(
                        owner,
                        setting,
                        capacity,
                        basis,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty());
        var reason =
                new ConcurrencyReason(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(50),
                        Optional.of(new ImpliedConcurrency(245, 0.0204, Optional.empty())),
                        Optional.of(limit));
        return LimitBound.of(reason, List.of(others));
    }

    @Test
    void a_limit_of_known_size_is_a_bound_with_the_time_of_a_single_user() {
        assertThat(bound("Semaphore in Svc.call", "permits", 5, Basis.COUNTED, USERS))
                .contains(new Bound.Permits("Semaphore in Svc.call", 5, SINGLE_USER));
        assertThat(bound("executor", "threads", 5, Basis.COUNTED, USERS))
                .contains(new Bound.Pool(5, SINGLE_USER));
        assertThat(bound("HikariCP", "maximumPoolSize", 5, Basis.CONFIGURED, USERS))
                .contains(new Bound.Published("HikariCP", "maximumPoolSize", 5, SINGLE_USER));
    }

    /// Two connections at 245/s are held for 8.16 ms each.
    @Test
    void a_limit_that_a_request_holds_for_a_part_of_its_time_accounts_for_the_throughput() {
        var bound = bound("HikariCP", "maximumPoolSize", 2, Basis.PUBLISHED, USERS).orElseThrow();
        assertThat(bound.maxThroughput()).isCloseTo(245, within(1e-6));
    }

    /// 20 connections for five requests at once: those that hold one wait for something else.
    @Test
    void a_limit_of_more_requests_than_are_served_at_once_is_no_bound() {
        assertThat(bound("HikariCP", "maximumPoolSize", 20, Basis.PUBLISHED, USERS)).isEmpty();
        assertThat(bound("HikariCP", "maximumPoolSize", 20, Basis.CONFIGURED, USERS)).isEmpty();
    }

    @Test
    void a_size_that_is_not_that_of_the_service_is_no_bound() {
        assertThat(bound("HikariCP", "maximumPoolSize", 5, Basis.DEFAULT, USERS)).isEmpty();
        assertThat(bound("HikariCP", "maximumPoolSize", 5, Basis.UNKNOWN, USERS)).isEmpty();
        assertThat(bound("the JVM", "carriers", 5, Basis.HELD, USERS))
                .as("the carriers have a bound of their own")
                .isEmpty();
    }

    @Test
    void the_same_pool_is_no_second_bound() {
        var pool = new Bound.Pool(5, HeldTime.ofMean(0.03));
        assertThat(bound("the server", "setting threads", 5, Basis.CONFIGURED, USERS, pool))
                .isEmpty();
    }

    /// The explanation names the limit, so that the bound does.
    @Test
    void an_analysis_has_the_bound_of_its_reason() {
        var bounds =
                new BottleneckAnalysis(
                        List.of(
                                USERS,
                                bound("Semaphore in Svc.call", "permits", 5, Basis.COUNTED, USERS)
                                        .orElseThrow()),
                        244,
                        Optional.empty());
        assertThat(bounds.explainsThroughput()).isTrue();
        assertThat(bounds.saysMoreThanWaits()).isTrue();
        var limit = bounds.limit().orElseThrow();
        assertThat(limit.size()).isEqualTo(5);
        assertThat(limit.resource()).isEqualTo(Resource.PERMITS);
    }
}
