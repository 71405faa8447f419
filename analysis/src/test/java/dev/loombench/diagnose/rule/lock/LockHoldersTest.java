package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.BLOCKED;
import static dev.loombench.diagnose.SampleThreads.LOCK;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.threads;
import static dev.loombench.diagnose.SampleThreads.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What keeps a lock for which threads queue, and what to do about it.
class LockHoldersTest {
    private static final String RUNNABLE = "RUNNABLE";
    private static final String GET = "com.example.Prices.get(Prices.java:7)";
    private static final String LOAD = "com.example.Prices.load(Prices.java:20)";
    private static final String NODE = "<0xb0> (a java.util.concurrent.ConcurrentHashMap$Node)";

    /// A cache of Caffeine: threads wait for the one that evicts an entry, which waits for the one
    /// that loads it.
    private static String cache(double cpuMillis) {
        return threads(
                        "exec-",
                        3,
                        BLOCKED,
                        "com.github.benmanes.caffeine.cache.BoundedLocalCache.performCleanUp(B.java:1458)",
                        "- waiting to lock <0xa0> (a java.lang.Object)",
                        GET)
                + Prints.thread(
                        "evict",
                        31,
                        1,
                        BLOCKED,
                        "java.util.concurrent.ConcurrentHashMap.computeIfPresent(C.java:1828)",
                        "- waiting to lock " + NODE,
                        "com.github.benmanes.caffeine.cache.BoundedLocalCache.evictEntry(B.java:947)",
                        "- locked <0xa0> (a java.lang.Object)",
                        GET)
                + loading(cpuMillis);
    }

    private static String loading(double cpuMillis) {
        return Prints.thread(
                "load",
                32,
                cpuMillis,
                RUNNABLE,
                "sun.nio.ch.Net.poll(java.base@25.0.4/Native Method)",
                LOAD,
                "java.util.concurrent.ConcurrentHashMap.computeIfAbsent(C.java:1708)",
                "- locked " + NODE,
                GET);
    }

    /// No thread waits at the last moment, until which the owner used CPU time.
    @Test
    void an_owner_that_ran_after_the_last_queue_did_run() {
        var finding = only(Prints.history(cache(1), cache(1), cache(1), loading(500)));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.evidence().getFirst()).contains("\"load\"").doesNotContain(" 30 s");
        assertThat(finding.text().remedy()).doesNotContain("time limit");
    }

    @Test
    void the_thread_that_the_owner_waits_for_is_named() {
        var finding = only(Prints.four(cache(1)));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(figure(finding, "waiting")).isEqualTo(3);
        assertThat(finding.evidence().getFirst())
                .contains("\"evict\"", "ConcurrentHashMap$Node", "\"load\" in " + LOAD, " 30 s");
        assertThat(finding.frames()).contains(LOAD + " called by " + GET);
        assertThat(finding.text().remedy()).contains("time limit");
        var running = only(Prints.history(cache(1), cache(11), cache(21), cache(31)));
        assertThat(running.evidence().getFirst()).contains("\"load\"").doesNotContain(" 30 s");
        assertThat(running.text().remedy()).doesNotContain("time limit");
    }

    /// The JVM names the owner just after the print, in which it waits for another lock.
    @Test
    void an_owner_that_waits_itself_has_not_ended() {
        var print =
                threads(
                                "exec-",
                                3,
                                PARKED,
                                PARK,
                                "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                                GET)
                        + Prints.thread(
                                "evict", 31, 1, BLOCKED, LOAD, "- waiting to lock " + NODE, GET)
                        + loading(1);
        var lock = new PrintedLock(Kind.SYNCHRONIZER, "0xa0", LOCK);
        var moments =
                LongStream.range(0, 4)
                        .mapToObj(i ->
                                ThreadMoment.of(
                                        i * 10_000_000_000L,
                                        ThreadPrint.parse(print),
                                        List.of(),
                                        Optional.empty(),
                                        Map.of(lock, Optional.of(new Holder(31, "evict")))))
                        .toList();
        var finding =
                findings(new ThreadHistory(moments)).stream()
                        .filter(f -> f.id().equals(LockBound.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.evidence().getFirst()).contains("\"evict\"", "ConcurrentHashMap$Node");
        assertThat(finding.text().remedy()).doesNotContain("ended");
        assertThat(finding.frames()).contains(LOAD + " called by " + GET);
    }

    private static final String APPEND =
            "ch.qos.logback.core.OutputStreamAppender.writeBytes(O.java:%d)";

    /// A thread that writes to an output.
    private static String writer(int number) {
        return Prints.thread(
                "writer-" + number,
                50 + number,
                1,
                RUNNABLE,
                "java.io.FileOutputStream.writeBytes(java.base@25.0.4/Native Method)",
                APPEND.formatted(199),
                "com.example.Shop.pay(Shop.java:12)");
    }

    /// Threads that log, by a print without owners.
    private static String logging(String writers) {
        return threads(
                        "exec-",
                        3,
                        PARKED,
                        PARK,
                        "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                        "java.util.concurrent.locks.LockSupport.park(java.base@25.0.4/L.java:221)",
                        "java.util.concurrent.locks.ReentrantLock.lock(java.base@25.0.4/R.java:322)",
                        APPEND.formatted(197),
                        "com.example.Shop.order(Shop.java:9)")
                + writers;
    }

    /// As with a pipe that nobody reads.
    @Test
    void the_only_thread_in_the_method_that_takes_the_lock_seems_to_hold_it() {
        var finding = only(Prints.four(logging(writer(0))));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.evidence().getFirst())
                .contains("\"writer-0\"", "java.io.FileOutputStream.writeBytes", " 30 s");
        assertThat(finding.frames())
                .contains(APPEND.formatted(199) + " called by com.example.Shop.pay(Shop.java:12)");
        assertThat(finding.text().remedy()).contains("neverBlock");
        var two = only(Prints.four(logging(writer(0) + writer(1))));
        assertThat(two.evidence().getFirst()).contains("--allow-pauses");
    }

    /// A print that is cut off may lack another one in that method.
    @Test
    void no_thread_seems_to_hold_a_lock_where_not_all_are_known() {
        var cut =
                Prints.four(logging(writer(0))).moments().stream()
                        .map(moment ->
                                new ThreadMoment(
                                        moment.nanos(),
                                        moment.threads(),
                                        moment.cpuNanos(),
                                        moment.delays(),
                                        moment.deadlocks(),
                                        moment.connections(),
                                        moment.owners(),
                                        false))
                        .toList();
        var finding = only(new ThreadHistory(cut));
        assertThat(finding.id()).isEqualTo(LockBound.ID);
        assertThat(finding.evidence().getFirst()).doesNotContain("writer-0");
    }

    /// It has left the lock of a full queue until that has room.
    @Test
    void a_thread_that_waits_for_a_condition_does_not_seem_to_hold_the_lock() {
        var put = "java.util.concurrent.LinkedBlockingQueue.put(java.base@25.0.4/L.java:%d)";
        var print =
                threads(
                                "exec-",
                                3,
                                PARKED,
                                PARK,
                                "- parking to wait for  <0xa0> (a %s)".formatted(LOCK),
                                "java.util.concurrent.locks.ReentrantLock.lockInterruptibly(R.java:417)",
                                put.formatted(331),
                                GET)
                        + Prints.thread(
                                "full",
                                50,
                                1,
                                PARKED,
                                PARK,
                                "- parking to wait for  <0xb0> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(A.java:1)",
                                put.formatted(343),
                                GET);
        var finding =
                findings(print).stream()
                        .filter(f -> f.id().equals(LockBound.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.evidence().getFirst()).contains("--allow-pauses").doesNotContain("full");
    }

    /// A transaction begins within the lock that others need to give their connections back.
    @Test
    void an_owner_that_waits_for_a_connection_may_wait_for_those_behind_it() {
        var print =
                threads(
                                "exec-",
                                3,
                                BLOCKED,
                                "org.eclipse.persistence.internal.databaseaccess.DatasourceAccessor.closeConnection(D.java:516)",
                                "- waiting to lock <0xa0> (a java.lang.Object)",
                                GET)
                        + Prints.thread(
                                "begin",
                                31,
                                1,
                                "TIMED_WAITING (parking)",
                                PARK,
                                "java.util.concurrent.SynchronousQueue.poll(java.base@17.0.12/S.java:903)",
                                "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
                                "com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:162)",
                                LOAD,
                                "- locked <0xa0> (a java.lang.Object)",
                                GET);
        var finding =
                findings(print).stream()
                        .filter(f -> f.id().equals(LockBound.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.evidence().getFirst()).contains("\"begin\"", "HikariCP");
        assertThat(finding.text().remedy()).contains("connection");
    }

    /// A class of the lock, and a call in which threads wait for it.
    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.ConcurrentHashMap$Node, java.util.concurrent.ConcurrentHashMap.compute, AsyncCache",
        "java.lang.Object, sun.security.provider.NativePRNG$RandomIO.implNextBytes, java.security.egd",
        "java.lang.Object, java.lang.ClassLoader.loadClass, ServiceLoader",
        "java.lang.Object, java.net.InetAddress$NameServiceAddresses.get, networkaddress.cache.ttl",
        "java.lang.Object, ch.qos.logback.core.AsyncAppenderBase.append, neverBlock",
        "java.io.PrintStream, java.io.PrintStream.println, neverBlock",
        "java.lang.Object, io.micrometer.core.instrument.MeterRegistry.getOrCreateMeter, tag",
        "sun.net.www.http.KeepAliveCache, sun.net.www.http.KeepAliveCache.put, 17.0.7",
        "java.util.concurrent.ConcurrentHashMap, com.example.Shop.order, lock per key"
    })
    void a_lock_of_the_jdk_or_a_library_has_a_remedy_of_its_own(
            String type, String call, String expected) {
        var lock = new PrintedLock(Kind.MONITOR, "0xa0", type);
        var frames = List.of(call + "(A.java:1)", "com.example.Shop.run(Shop.java:2)");
        assertThat(LockRemedies.of(lock, frames)).contains(expected);
    }

    /// Before JDK 24 a virtual thread keeps its carrier with a monitor, and its stack is not
    /// printed.
    @Test
    void an_owner_that_is_not_printed_may_be_a_virtual_thread_where_there_are_such() {
        var queue =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i -> waiting(i, "0xa0", "java.lang.Object"))
                        .collect(Collectors.joining());
        var sample = new SampleEvidence().printed(Prints.four(queue));
        assertThat(holder(sample)).contains("virtual thread without a carrier");
        assertThat(holder(sample.version("21.0.8+9"))).contains("virtual thread").contains("24");
        assertThat(holder(sample.withoutVirtual())).doesNotContain("virtual");
    }

    private static String holder(SampleEvidence sample) {
        return findings(sample).stream()
                .filter(finding -> finding.id().equals(LockBound.ID))
                .findFirst()
                .orElseThrow()
                .evidence()
                .getFirst();
    }
}
