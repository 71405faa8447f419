package dev.loombench.report.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReasonTextTest {
    private static final String WAITS =
            "40 of 50 requests wait in com.zaxxer.hikari.HikariDataSource.getConnection";
    private static final ImpliedConcurrency TEN =
            new ImpliedConcurrency(196, 0.051, Optional.of(new Interval(9.8, 9.996, 10.2)));

    private static ConcurrencyLimit limit(long capacity, Basis basis) {
        return limit("HikariCP", "maximumPoolSize", capacity, basis);
    }

    private static ConcurrencyLimit limit(
            String owner, String setting, long capacity, Basis basis) {
        boolean published = basis == Basis.PUBLISHED;
        return new ConcurrencyLimit(
                owner,
                setting,
                capacity,
                basis,
                published ? OptionalLong.of(capacity) : OptionalLong.empty(),
                published ? OptionalLong.of(40) : OptionalLong.empty(),
                Optional.empty());
    }

    private static String text(int excess, ImpliedConcurrency implied, ConcurrencyLimit limit) {
        return ReasonText.of(reason(excess, implied, limit));
    }

    private static ConcurrencyReason reason(
            int excess, ImpliedConcurrency implied, ConcurrencyLimit limit) {
        var location =
                new WaitLocation(
                        "com.zaxxer.hikari.HikariDataSource.getConnection",
                        ThreadKind.VIRTUAL,
                        40,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        return new ConcurrencyReason(
                Optional.of(location),
                Optional.of(new RequestWaits(List.of(location), excess)),
                OptionalInt.of(50),
                Optional.of(implied),
                Optional.of(limit));
    }

    /// A service chooses the name of a pool that it publishes.
    @Test
    void the_owner_of_a_limit_has_no_control_characters() {
        assertThat(text(0, TEN, limit("a\u001b[2J", "capacity", 10, Basis.PUBLISHED)))
                .contains("a\uFFFD[2J's capacity is 10");
    }

    @Test
    void a_reason_names_the_waits_the_concurrency_and_its_limit() {
        assertThat(text(0, TEN, limit(10, Basis.DEFAULT)))
                .isEqualTo(
                        WAITS
                                + "; 196/s x 51.0 ms = 10.0 requests at once, as many as the default of HikariCP's maximumPoolSize, which the command does not set");
        assertThat(text(0, TEN, limit(10, Basis.CONFIGURED)))
                .endsWith("at once: HikariCP's maximumPoolSize is 10");
        assertThat(text(0, TEN, limit(10, Basis.PUBLISHED)))
                .endsWith("maximumPoolSize is 10 (10 in use, 40 requests waiting)");
        assertThat(text(0, TEN, limit(20, Basis.UNKNOWN)))
                .endsWith(
                        "at once; HikariCP's maximumPoolSize is unknown, 10 if a request holds one for its whole response time: neither in the command nor published (its default is 20; registerMbeans (spring.datasource.hikari.register-mbeans=true) publishes it)");
        assertThat(text(0, TEN, limit(Integer.MAX_VALUE, Basis.UNKNOWN)))
                .as("of Oracle UCP")
                .doesNotContain("2,147")
                .contains("it has none by default; ");
        assertThat(text(0, TEN, limit("Agroal", "maxSize", 50, Basis.UNKNOWN)))
                .as("both, as the release of Quarkus is not known")
                .contains("50, or 20 in");
    }

    private static String waiting(LockWait lock, Optional<ImpliedConcurrency> concurrency) {
        var location =
                new WaitLocation(
                        "org.example.Resource.resolve",
                        ThreadKind.VIRTUAL,
                        40,
                        Optional.empty(),
                        Optional.of(lock),
                        Optional.empty());
        return ReasonText.of(
                new ConcurrencyReason(
                        Optional.of(location),
                        Optional.of(new RequestWaits(List.of(location), 0)),
                        OptionalInt.of(50),
                        concurrency,
                        Optional.empty()));
    }

    @Test
    void a_lock_is_named_with_its_owner_and_the_call_in_which_it_is_held() {
        assertThat(
                        waiting(
                                new LockWait(
                                        "the monitor of a java.util.Hashtable",
                                        Optional.of("virtual thread #71"),
                                        Optional.of("org.example.Resource.open")),
                                Optional.empty()))
                .isEqualTo(
                        "40 of 50 requests wait in org.example.Resource.resolve for the monitor of a"
                                + " java.util.Hashtable, which virtual thread #71 holds in"
                                + " org.example.Resource.open");
        var unowned = new LockWait("a ReentrantLock", Optional.empty(), Optional.empty());
        assertThat(waiting(unowned, Optional.empty()))
                .endsWith(
                        "org.example.Resource.resolve for a ReentrantLock, whose owner is not listed");
        assertThat(waiting(unowned, Optional.of(TEN)))
                .as("1 s / 196")
                .contains(
                        "is not listed (one request at a time; if each takes it once, for 5.10 ms at most at 196/s); ");
        var shared = new LockWait("a ReentrantReadWriteLock", Optional.empty(), Optional.empty());
        assertThat(waiting(shared, Optional.of(TEN)))
                .as("readers pass together")
                .contains("for a ReentrantReadWriteLock, whose owner is not listed; ")
                .doesNotContain("at a time");
    }

    /// 50 connections at 196/s are held for 255 ms each, five times the 51 ms of a single user.
    @Test
    void a_limit_of_more_than_are_served_at_once_is_not_what_bounds_them() {
        assertThat(text(0, TEN, limit(50, Basis.CONFIGURED))).contains("255 ms, longer than");
        assertThat(text(0, TEN, limit(2, Basis.CONFIGURED))).endsWith("for 10.2 ms");
    }

    @Test
    void counted_permits_and_threads_are_of_the_list() {
        assertThat(text(0, TEN, limit("Semaphore in shop.Svc.call", "permits", 10, Basis.COUNTED)))
                .endsWith(
                        "at once: its Semaphore in shop.Svc.call has about 10 permits, by the list of threads");
        assertThat(text(0, TEN, limit("executor", "threads", 10, Basis.COUNTED)))
                .endsWith("at once: its executor has about 10 threads, by the list of threads");
    }

    @Test
    void carriers_are_named_with_what_holds_them() {
        var carriers =
                new ConcurrencyLimit(
                        "the JVM",
                        "number of carriers",
                        2,
                        Basis.HELD,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty());
        assertThat(text(0, TEN, carriers))
                .endsWith(
                        "at once: the JVM's number of carriers is 2, and a waiting request holds one");
    }

    @Test
    void a_brief_reason_has_the_call_without_its_package() {
        assertThat(ReasonText.brief(reason(0, TEN, limit(10, Basis.DEFAULT))))
                .startsWith("40 of 50 requests wait in HikariDataSource.getConnection; 196/s");
    }

    /// Five connections serve 196/s: each is held for 25.5 ms.
    @Test
    void a_connection_may_be_held_for_a_part_of_the_response_time() {
        assertThat(text(0, TEN, limit(5, Basis.CONFIGURED)))
                .endsWith("maximumPoolSize is 5, and a request holds one of them for 25.5 ms");
    }

    @Test
    void an_imprecise_concurrency_is_shown_with_its_interval() {
        var wide = new ImpliedConcurrency(187, 0.0562, Optional.of(new Interval(4.8, 10.5, 16.8)));
        assertThat(text(0, wide, limit(10, Basis.DEFAULT)))
                .contains("187/s x 56.2 ms = about 10.5 [4.80, 16.8] requests at once");
    }

    /// 196 permits per second that are held for 30 ms are 5.9: a single user's 81 ms contain a
    /// delayed acknowledgement of 40 ms and the work before and after.
    @Test
    void requests_at_once_without_a_limit_that_confirms_them_are_an_upper_bound() {
        var loose =
                new ImpliedConcurrency(196, 0.0806, Optional.of(new Interval(15.0, 15.8, 16.6)));
        var bound = "= at most about 15.8 [15.0, 16.6] requests at once";
        var readers = new LockWait("a ReentrantReadWriteLock", Optional.empty(), Optional.empty());
        assertThat(waiting(readers, Optional.of(loose))).endsWith(bound);
        assertThat(text(0, loose, limit(10, Basis.UNKNOWN))).contains(bound);
        assertThat(text(0, loose, limit(5, Basis.CONFIGURED)))
                .contains(bound)
                .endsWith("holds one of them for 25.5 ms");
        assertThat(text(0, loose, limit(16, Basis.CONFIGURED)))
                .contains("= about 15.8 [15.0, 16.6] requests at once: ");
    }

    @Test
    void more_waiting_threads_than_users_are_mentioned() {
        assertThat(text(37, TEN, limit(10, Basis.DEFAULT)))
                .startsWith(
                        WAITS + " (the list is no snapshot: it has 37 threads more than users);");
        assertThat(text(2, TEN, limit(10, Basis.DEFAULT)))
                .as("threads that serve no request")
                .startsWith(WAITS + ";");
    }
}
