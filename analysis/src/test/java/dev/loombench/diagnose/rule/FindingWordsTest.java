package dev.loombench.diagnose.rule;

import static dev.loombench.diagnose.SampleThreads.IDLE;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.blocked;
import static dev.loombench.diagnose.SampleThreads.dump;
import static dev.loombench.diagnose.SampleThreads.requests;
import static dev.loombench.diagnose.SampleThreads.served;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.WrittenTable;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.RuleFindings;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.threads.PrintedStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What findings of services say, in a golden file: other tests assert kinds and figures.
///
/// After a change of words, run the test with `-Dgolden.write=true` and review the difference.
class FindingWordsTest {
    private static final Path GOLDEN =
            Path.of(
                    System.getProperty("loombench.home"),
                    "analysis/src/test/resources/golden/findings-of-services.txt");

    private static final long MIB = 1 << 20;
    private static final String CONNECTION =
            "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:1)";

    private static final String OPENS =
            Prints.thread(
                    "HikariPool-1:connection-adder",
                    71,
                    1,
                    "TIMED_WAITING (sleeping)",
                    "com.zaxxer.hikari.util.UtilityElf.quietlySleep(UtilityElf.java:1)",
                    "com.zaxxer.hikari.pool.HikariPool$PoolEntryCreator.call(HikariPool.java:1)");

    /// One finding each.
    private static Stream<SampleEvidence> samples() {
        return Stream.of(
                new SampleEvidence().pools(List.of(SampleEvidence.pool(10, 40))),
                new SampleEvidence()
                        .pools(List.of())
                        .threads(
                                dump(
                                        10,
                                        "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:1)",
                                        CONNECTION,
                                        SHOP)),
                new SampleEvidence().executors(List.of(executor())),
                new SampleEvidence().printed(served(60, 50, "")),
                new SampleEvidence().printed(Prints.history(requests(200, 10, SLEEP, SHOP))),
                printed(
                        waiting(
                                "orders-",
                                "java.util.concurrent.ArrayBlockingQueue.put(java.base@25.0.4/A.java:1)",
                                "Shop.log(Shop.java:7)")),
                printed(
                        waiting(
                                "orders-",
                                "java.util.concurrent.CountDownLatch.await(java.base@25.0.4/C.java:1)",
                                "Shop.order(Shop.java:7)")),
                printed(
                        waiting(
                                "exec-",
                                "java.util.concurrent.Semaphore.acquire(java.base@25.0.4/S.java:318)",
                                "Gate.pass(Gate.java:9)")),
                printed(blocked("a", 31, "0x2", "0x1") + blocked("b", 32, "0x1", "0x2")),
                new SampleEvidence().printed(growth()),
                new SampleEvidence()
                        .collections(
                                SampleCollections.of(
                                        513 * MIB,
                                        new Bean("Copy", 0, 0),
                                        new Bean("MarkSweepCompact", 300, 21_000))),
                new SampleEvidence()
                        .collections(
                                SampleCollections.stalled(
                                        0,
                                        900 * MIB,
                                        new Bean("ZGC Major Cycles", 30, 22_600),
                                        new Bean("ZGC Major Pauses", 90, 9))),
                new SampleEvidence()
                        .printed(Prints.history(loops(0), loops(1), loops(2), loops(3)))
                        .container(SampleEvidence.container(OptionalDouble.empty(), 0, 1.5)),
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                        .stacks(
                                SampleEvidence.passing(
                                        "java.io.FileInputStream.readBytes(Native Method)", SHOP)),
                new SampleEvidence()
                        .printed(
                                Prints.history(
                                        computing(0), computing(1), computing(2), computing(3)))
                        .container(SampleEvidence.container(OptionalDouble.empty(), 0, 1.95)),
                borrowing("").pools(List.of(SampleEvidence.pool(10, 4))),
                borrowing(OPENS).pools(List.of(SampleEvidence.pool(0, 4))),
                listed(
                        12,
                        "java.util.concurrent.Semaphore.acquire(Semaphore.java:318)",
                        "Gate.pass(Gate.java:9)",
                        "org.apache.coyote.AbstractProtocol.process(A.java:1)"),
                listed(
                        3,
                        "sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:309)",
                        SHOP,
                        "org.apache.coyote.AbstractProtocol.process(A.java:1)"));
    }

    private static SampleEvidence printed(String print) {
        return new SampleEvidence().printed(Prints.four(print));
    }

    /// Three threads in a call.
    private static String waiting(String name, String call, String caller) {
        return IntStream.range(0, 3)
                .mapToObj(i -> Prints.thread(name + i, 40 + i, 1, PARKED, PARK, call, caller))
                .collect(Collectors.joining());
    }

    private static PoolReading executor() {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "orders",
                        4,
                        OptionalLong.of(4),
                        OptionalLong.of(12));
        return new PoolReading(Collections.nCopies(4, pool), OptionalDouble.of(80));
    }

    /// Three threads that use nearly all of two processors.
    ///
    /// @param moment one per 10 s
    private static String computing(int moment) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(i -> Prints.thread("main-" + i, i, 6_333 * moment, "RUNNABLE", SHOP))
                .collect(Collectors.joining());
    }

    /// Four threads that wait for a connection, and no thread that can hold one.
    ///
    /// @param more printed threads
    private static SampleEvidence borrowing(String more) {
        var waiting =
                requests(
                        4,
                        1,
                        "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:1)",
                        CONNECTION,
                        SHOP);
        return printed(waiting + IDLE + more)
                .threads(dump(3, "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)"));
    }

    /// Virtual threads with one stack in three lists.
    private static SampleEvidence listed(int count, String... frames) {
        var all =
                Stream.concat(
                                Stream.of("java.lang.VirtualThread.park(VirtualThread.java:582)"),
                                Stream.of(frames))
                        .toList();
        var stack = new PrintedStack(all, Optional.empty(), List.of());
        var threads =
                IntStream.range(0, count)
                        .mapToObj(i -> SampleThreads.listed(71 + i, stack))
                        .toList();
        var main = Prints.thread("main", 1, 1, PARKED, PARK, "com.example.Shop.main(Shop.java:5)");
        return new SampleEvidence()
                .printed(
                        new ThreadHistory(
                                Prints.four(main).moments(),
                                List.of(),
                                Collections.nCopies(3, threads)));
    }

    /// Two event loops of Netty, the first of which uses nearly all of a processor.
    ///
    /// @param moment one per 10 s
    private static String loops(int moment) {
        String[] frames = {
            SHOP,
            "io.netty.channel.nio.NioEventLoop.processSelectedKeys(NioEventLoop.java:580)",
            "io.netty.util.concurrent.SingleThreadEventExecutor$4.run(S.java:997)"
        };
        return Prints.thread("reactor-http-epoll-1", 31, 9_900 * moment, "RUNNABLE", frames)
                + Prints.thread("reactor-http-epoll-2", 32, 990 * moment, "RUNNABLE", frames);
    }

    /// An executor of a thread each, more and more.
    private static ThreadHistory growth() {
        return Prints.history(idle(20), idle(30), idle(40), idle(50));
    }

    private static String idle(int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        Prints.thread(
                                "pool-%d-thread-1".formatted(i),
                                40 + i,
                                1,
                                PARKED,
                                PARK,
                                "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/T.java:1)",
                                "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1)"))
                .collect(Collectors.joining());
    }

    @Test
    void the_words_of_findings_are_stable() throws IOException {
        var words =
                samples()
                        .flatMap(sample -> RuleFindings.findings(sample).stream())
                        .map(finding -> "%s: %s\n".formatted(finding.id(), finding.message()))
                        .collect(Collectors.joining());
        if (WrittenTable.WRITE) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, words);
        }
        assertThat(words).isEqualTo(Files.readString(GOLDEN));
    }
}
