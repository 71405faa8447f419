package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.AwaitedLock;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Stacks of a service with Spring Boot, Tomcat and HikariCP.
class RequestWaitsTest {
    private static final String GET_CONNECTION = "com.zaxxer.hikari.HikariDataSource.getConnection";

    private static final List<String> FOR_CONNECTION =
            List.of(
                    "jdk.internal.misc.Unsafe.park(Native Method)",
                    "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:271)",
                    "java.util.concurrent.LinkedTransferQueue$DualNode.await(LinkedTransferQueue.java:452)",
                    "java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:338)",
                    "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
                    "com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:163)",
                    GET_CONNECTION + "(HikariDataSource.java:126)",
                    "org.springframework.jdbc.datasource.DataSourceUtils.fetchConnection(DataSourceUtils.java:160)",
                    "shop.OrderRepository.find(OrderRepository.java:19)");
    private static final List<String> QUERY =
            List.of(
                    "java.lang.Thread.sleepNanos0(Native Method)",
                    "java.lang.Thread.sleep(Thread.java:540)",
                    "shop.SlowView.read(SlowView.java:8)",
                    "org.h2.jdbc.JdbcPreparedStatement.executeQuery(JdbcPreparedStatement.java:130)");
    private static final List<String> SOCKET =
            List.of(
                    "sun.nio.ch.Net.poll(Native Method)",
                    "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:174)",
                    "java.net.Socket$SocketInputStream.read(Socket.java:982)",
                    "org.postgresql.core.VisibleBufferedInputStream.readMore(VisibleBufferedInputStream.java:192)",
                    "org.postgresql.jdbc.PgPreparedStatement.executeQuery(PgPreparedStatement.java:142)",
                    "com.zaxxer.hikari.pool.ProxyPreparedStatement.executeQuery(ProxyPreparedStatement.java:52)",
                    "shop.OrderRepository.find(OrderRepository.java:19)");
    private static final List<String> IDLE =
            List.of(
                    "jdk.internal.misc.Unsafe.park(Native Method)",
                    "java.util.concurrent.LinkedBlockingQueue.poll(LinkedBlockingQueue.java:460)",
                    "org.apache.tomcat.util.threads.TaskQueue.poll(TaskQueue.java:89)",
                    "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:913)");
    private static final List<String> POLLER =
            List.of(
                    "sun.nio.ch.EPoll.wait(Native Method)",
                    "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:142)",
                    "org.apache.tomcat.util.net.NioEndpoint$Poller.run(NioEndpoint.java:773)",
                    "java.lang.Thread.run(Thread.java:1474)");

    /// Of a store that writes by itself: no executor or server has called it.
    private static final List<String> WRITER =
            List.of(
                    "java.lang.Object.wait0(Native Method)",
                    "java.lang.Object.wait(Object.java:389)",
                    "org.h2.mvstore.MVStore$BackgroundWriterThread.run(MVStore.java:2690)");

    private static final List<String> REQUEST =
            List.of(
                    "java.lang.Thread.sleep(Thread.java:540)",
                    "shop.SlowView.read(SlowView.java:8)",
                    "org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)",
                    "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1)");
    private static final List<String> COMPUTING =
            List.of("shop.ShopController.isPrime(ShopController.java:38)");

    private static StackGroup platform(int count, String state, List<String> frames) {
        return new StackGroup(ThreadKind.PLATFORM, state, count, frames);
    }

    private static RequestWaits waits(int connections, StackGroup... groups) {
        return RequestWaits.of(new ThreadDump("attach", 0, 0, 0, 0, List.of(groups)), connections);
    }

    @Test
    void the_agent_of_the_lab_serves_no_request() {
        var agent =
                platform(
                        1,
                        "RUNNABLE",
                        List.of(
                                "sun.nio.ch.Net.poll(Native Method)",
                                "java.net.Socket$SocketInputStream.read(Socket.java:982)",
                                "dev.loombench.jvm.BeanAgent.reply(BeanAgent.java:80)"));
        assertThat(waits(50, agent).locations()).isEmpty();
    }

    @Test
    void requests_are_grouped_by_the_call_that_their_users_know() {
        var waits =
                waits(
                        50,
                        platform(40, "TIMED_WAITING", FOR_CONNECTION),
                        platform(7, "TIMED_WAITING", QUERY),
                        platform(3, "RUNNABLE", SOCKET));

        assertThat(waits.locations())
                .extracting(WaitLocation::call, WaitLocation::count)
                .containsExactly(
                        tuple(GET_CONNECTION, 40),
                        tuple("shop.SlowView.read", 7),
                        tuple("org.postgresql.jdbc.PgPreparedStatement.executeQuery", 3));
        assertThat(waits.locations().getFirst().library().map(PoolLibrary::name))
                .contains("HikariCP");
        assertThat(waits.excess()).isZero();
    }

    @Test
    void a_wait_for_an_object_pool_is_a_call_of_the_library_that_uses_it() {
        var frames =
                List.of(
                        "jdk.internal.misc.Unsafe.park(Native Method)",
                        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst(LinkedBlockingDeque.java:590)",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject(GenericObjectPool.java:444)",
                        "redis.clients.jedis.util.Pool.getResource(Pool.java:38)",
                        "redis.clients.jedis.JedisPool.getResource(JedisPool.java:378)",
                        "shop.Sessions.find(Sessions.java:21)");
        assertThat(waits(50, platform(8, "WAITING", frames)).locations())
                .extracting(
                        WaitLocation::call, location -> location.library().map(PoolLibrary::name))
                .containsExactly(
                        tuple("redis.clients.jedis.JedisPool.getResource", Optional.of("Jedis")));
    }

    @Test
    void idle_workers_runtimes_and_computing_threads_are_no_waiting_requests() {
        var waits =
                waits(
                        50,
                        platform(160, "TIMED_WAITING", IDLE),
                        platform(1, "RUNNABLE", POLLER),
                        platform(5, "RUNNABLE", COMPUTING),
                        new StackGroup(ThreadKind.CARRIER, "WAITING", 2, QUERY),
                        new StackGroup(ThreadKind.VIRTUAL, "", 3, List.of()));

        assertThat(waits.locations()).isEmpty();
    }

    /// Of the asynchronous HttpClient 4: its own threads, and those that wait for its responses.
    @Test
    void an_open_client_is_no_pool_without_a_free_connection() {
        var dispatcher =
                platform(
                        4,
                        "RUNNABLE",
                        List.of(
                                "sun.nio.ch.EPoll.wait(Native Method)",
                                "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:142)",
                                "org.apache.http.impl.nio.reactor.AbstractIOReactor.execute(AbstractIOReactor.java:255)",
                                "org.apache.http.impl.nio.reactor.AbstractMultiworkerIOReactor$Worker.run(AbstractMultiworkerIOReactor.java:591)",
                                "java.lang.Thread.run(Thread.java:1474)"));
        var request =
                platform(
                        7,
                        "WAITING",
                        List.of(
                                "java.lang.Object.wait0(Native Method)",
                                "java.lang.Object.wait(Object.java:389)",
                                "org.apache.http.concurrent.BasicFuture.get(BasicFuture.java:82)",
                                "org.elasticsearch.client.RestClient.performRequest(RestClient.java:288)",
                                "shop.Search.find(Search.java:12)"));
        assertThat(waits(50, dispatcher, request).locations())
                .containsExactly(
                        new WaitLocation(
                                "org.apache.http.concurrent.BasicFuture.get",
                                ThreadKind.PLATFORM,
                                7,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()));
    }

    /// Both enter the client by one call.
    @Test
    void a_wait_for_a_connection_is_told_from_one_for_a_response() {
        var execute =
                "org.apache.http.impl.client.CloseableHttpClient.execute(CloseableHttpClient.java:83)";
        var connection =
                platform(
                        5,
                        "WAITING",
                        List.of(
                                "jdk.internal.misc.Unsafe.park(Native Method)",
                                "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking(AbstractConnPool.java:393)",
                                execute,
                                "shop.Partner.read(Partner.java:12)"));
        var response =
                platform(
                        2,
                        "RUNNABLE",
                        List.of(
                                "sun.nio.ch.Net.poll(Native Method)",
                                "sun.nio.ch.NioSocketImpl.park(NioSocketImpl.java:174)",
                                "org.apache.http.impl.io.SessionInputBufferImpl.streamRead(SessionInputBufferImpl.java:137)",
                                execute,
                                "shop.Partner.read(Partner.java:12)"));
        assertThat(waits(50, connection, response).locations())
                .extracting(
                        WaitLocation::call,
                        WaitLocation::count,
                        location -> location.library().map(PoolLibrary::name))
                .containsExactly(
                        tuple(
                                "org.apache.http.impl.client.CloseableHttpClient.execute",
                                5,
                                Optional.of("Apache HttpClient 4")),
                        tuple(
                                "org.apache.http.impl.client.CloseableHttpClient.execute",
                                2,
                                Optional.empty()));
    }

    @Test
    void housekeeping_is_no_request_where_others_serve_requests() {
        var waits =
                waits(
                        10,
                        platform(2, "TIMED_WAITING", WRITER),
                        platform(1, "TIMED_WAITING", repeated("shop.Cleaner.run(Cleaner.java:7)")),
                        platform(7, "TIMED_WAITING", REQUEST),
                        platform(1, "TIMED_WAITING", submitted("shop.Stock.read(Stock.java:4)")));
        assertThat(waits.locations())
                .extracting(WaitLocation::call, WaitLocation::count)
                .as("a task that a request submits is part of it")
                .containsExactly(tuple("shop.SlowView.read", 7), tuple("shop.Stock.read", 1));
    }

    /// By default it runs its handlers in its dispatcher, which no executor has called.
    @Test
    void housekeeping_beside_the_server_of_the_jdk_is_no_request() {
        var dispatcher =
                List.of(
                        "java.lang.Thread.sleep(Thread.java:540)",
                        "shop.SlowView.read(SlowView.java:8)",
                        "jdk.httpserver.HttpHandler.handle(HttpHandler.java:1)",
                        "sun.net.httpserver.ServerImpl$Exchange.run(ServerImpl.java:870)");
        var waits =
                waits(
                        10,
                        platform(2, "TIMED_WAITING", WRITER),
                        platform(1, "TIMED_WAITING", dispatcher));
        assertThat(waits.locations())
                .extracting(WaitLocation::call)
                .containsExactly("shop.SlowView.read");
    }

    @Test
    void threads_of_an_unknown_server_are_requests() {
        assertThat(waits(10, platform(2, "TIMED_WAITING", WRITER)).locations())
                .extracting(WaitLocation::count)
                .containsExactly(2);
    }

    /// 32 frames are kept: those of the server may be missing.
    @Test
    void a_stack_that_is_cut_off_may_be_that_of_a_request() {
        var deep = new ArrayList<>(List.of("java.lang.Thread.sleep(Thread.java:540)"));
        while (deep.size() < StackGroup.MOST_FRAMES) {
            deep.add("shop.Tree.visit(Tree.java:9)");
        }
        var waits =
                waits(
                        10,
                        platform(4, "TIMED_WAITING", deep),
                        platform(3, "TIMED_WAITING", REQUEST));
        assertThat(waits.locations())
                .extracting(WaitLocation::call)
                .containsExactly("shop.Tree.visit", "shop.SlowView.read");
    }

    private static List<String> submitted(String frame) {
        return List.of(
                "java.lang.Thread.sleep(Thread.java:540)",
                frame,
                "java.util.concurrent.FutureTask.run(FutureTask.java:328)",
                "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)");
    }

    private static List<String> repeated(String frame) {
        return List.of(
                "java.lang.Thread.sleep(Thread.java:540)",
                frame,
                "java.util.concurrent.FutureTask.runAndReset(FutureTask.java:369)",
                "java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1090)");
    }

    @Test
    void a_list_of_jdk_21_without_states_shows_waits_by_their_frames() {
        assertThat(waits(50, platform(40, "", FOR_CONNECTION)).locations())
                .extracting(WaitLocation::call)
                .containsExactly(GET_CONNECTION);
    }

    /// 77 and 12 threads of 50 users: 50 and none.
    @Test
    void no_more_requests_wait_than_there_are_connections() {
        var waits =
                waits(
                        50,
                        new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", 12, QUERY),
                        new StackGroup(ThreadKind.VIRTUAL, "TIMED_WAITING", 77, FOR_CONNECTION));

        assertThat(waits.locations())
                .extracting(WaitLocation::call, WaitLocation::count)
                .containsExactly(tuple(GET_CONNECTION, 50));
        assertThat(waits.excess()).as("77 + 12 - 50").isEqualTo(39);
    }

    private static StackGroup blocked(int count, String frame) {
        return new StackGroup(ThreadKind.VIRTUAL, "BLOCKED", count, List.of(frame));
    }

    private static List<WaitLocation> waits(StackGroup group, AwaitedLock lock) {
        var dump =
                new ThreadDump(
                        "attach",
                        0,
                        OptionalLong.empty(),
                        20,
                        2,
                        50,
                        List.of(group),
                        List.of(lock));
        return RequestWaits.of(dump, 50).locations();
    }

    @Test
    void a_call_has_the_lock_that_half_of_its_threads_wait_for() {
        var frame = "shop.Resource.resolve(Resource.java:7)";
        var owner = List.of("java.util.Hashtable.get(Hashtable.java:380)", "shop.Resource.open(R)");
        var lock =
                new AwaitedLock(
                        "the monitor of a java.util.Hashtable",
                        20,
                        List.of(frame),
                        "virtual thread #71",
                        owner);
        assertThat(waits(blocked(40, frame), lock))
                .extracting(WaitLocation::lock)
                .containsExactly(
                        Optional.of(
                                new LockWait(
                                        "the monitor of a java.util.Hashtable",
                                        Optional.of("virtual thread #71"),
                                        Optional.of("shop.Resource.open"))));
        assertThat(waits(blocked(41, frame), lock))
                .as("more wait for others")
                .extracting(WaitLocation::lock)
                .containsExactly(Optional.empty());
        assertThat(waits(blocked(40, "shop.Cart.add(Cart.java:2)"), lock))
                .as("another call")
                .extracting(WaitLocation::lock)
                .containsExactly(Optional.empty());
    }
}
