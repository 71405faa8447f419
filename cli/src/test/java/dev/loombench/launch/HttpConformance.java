package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.launch.RawHttp.Reply;
import dev.loombench.launch.process.ProcessExit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The zoo's contract for servers that speak HTTP, in each tested model.
///
/// A start is slow, so all tests share one process: the first test finds it unused, the last one
/// ends it. What the server does before it knows its model is tested once per server.
abstract class HttpConformance extends ServerConformance {
    /// More than any server's default pool.
    private static final int USERS = 300;

    private static final int UNTOUCHED = 1;
    private static final int BY_ITS_INPUT = LAST - 1; // its folder is removed by SIGTERM
    private static final int WITHOUT_DELAY_SERVICE = LAST - 2;

    /// Models with a fixed number of requests in handlers at once.
    private static final Set<String> OF_FIXED_SIZE = Set.of("platform-pool", "virtual-bounded");

    private static final String ONE_MAIN = "the server has one main class for all models";
    private static final String ONE_LIFECYCLE = "servers in Java share it, and another shows it";

    HttpConformance(Candidate candidate) throws InterruptedException {
        super(candidate);
    }

    @Test
    void every_path_does_its_work() throws IOException {
        var expected = new HashMap<String, String>();
        expected.put("/hello", "Hello world!");
        expected.put("/hello?ignored=1", "Hello world!");
        expected.put("/sleep?ms=0", "slept 0 ms");
        expected.put("/sleep?ms=5", "slept 5 ms");
        expected.put("/fib?n=10", "143");
        expected.put("/burn?us=50", "burned 50 us");
        expected.put("/allocate?kb=64", "allocated 64 KB");
        expected.put("/lock?ms=5&kind=synchronized", "held synchronized 5 ms");
        expected.put("/lock?ms=5&kind=reentrant", "held reentrant 5 ms");
        expected.put("/lock?ms=5&kind=synchronized&shared=true", "held shared synchronized 5 ms");
        expected.put("/lock?ms=5&kind=reentrant&shared=true", "held shared reentrant 5 ms");
        expected.put("/native?ms=5", "blocked 5 ms");
        expected.put("/init?ms=5", "initialised 5 ms");
        expected.put("/file?ms=5", "read after 5 ms");
        expected.put("/downstream?ms=5", "delayed by ms=5");
        try (var client = new RawHttp(server.port())) {
            for (var path : expected.keySet()) {
                assertThat(client.get(path)).isEqualTo(new Reply(200, expected.get(path)));
            }
        }
    }

    @Test
    void waiting_takes_the_requested_time() throws IOException {
        try (var client = new RawHttp(server.port())) {
            for (var path :
                    List.of(
                            "/sleep?ms=50",
                            "/burn?us=50000",
                            "/lock?ms=50&kind=synchronized",
                            "/lock?ms=50&kind=reentrant",
                            "/native?ms=50",
                            "/init?ms=50",
                            "/file?ms=50")) {
                long sent = System.nanoTime();
                assertThat(client.get(path).status()).isEqualTo(200);
                assertThat(System.nanoTime() - sent).as(path).isGreaterThanOrEqualTo(50_000_000);
            }
        }
    }

    /// One connection per request: Tomcat closes it after a 400, Liberty also after a 404.
    @Test
    void wrong_requests_get_an_error_with_a_message() throws IOException {
        var wrong = List.of("/sleep", "/fib?n=x", "/burn?us=-1", "/downstream", "/lock?ms=1");
        for (var path : wrong) {
            try (var client = new RawHttp(server.port())) {
                var reply = client.get(path);
                assertThat(reply.status()).as(path).isEqualTo(400);
                assertThat(reply.body()).isNotBlank();
            }
        }
        try (var client = new RawHttp(server.port())) {
            assertThat(client.get("/nowhere")).isEqualTo(new Reply(404, "no path /nowhere"));
        }
        try (var client = new RawHttp(server.port())) {
            assertThat(client.get("/hello")).isEqualTo(hello());
        }
    }

    @Test
    @Order(WITHOUT_DELAY_SERVICE)
    void a_missing_delay_service_gives_a_502() throws IOException {
        candidate.stopDelayService();
        try (var client = new RawHttp(server.port())) {
            var reply = client.get("/downstream?ms=1");
            assertThat(reply.status()).isEqualTo(502);
            assertThat(reply.body()).startsWith("the delay service failed");
        }
    }

    @Test
    void a_body_is_read_and_ignored() throws IOException {
        try (var client = new RawHttp(server.port())) {
            assertThat(client.post("/hello", "x".repeat(10_000))).isEqualTo(hello());
            assertThat(client.post("/sleep?ms=1", "GET /nowhere HTTP/1.1\r\n\r\n").status())
                    .isEqualTo(200);
            assertThat(client.get("/hello")).isEqualTo(hello());
        }
    }

    /// Servers limit the requests of a connection: Tomcat to 100 by default. Where another thread
    /// than the reader responds, the next request may arrive before the reader knows of the
    /// previous response.
    @Test
    void one_connection_serves_many_requests_each_right_after_a_response() throws IOException {
        try (var client = new RawHttp(server.port())) {
            int pairs = candidate.isFirstOfServer() ? 500 : 100; // all models have one limit
            for (int i = 0; i < pairs; i++) {
                assertThat(client.get("/lock?ms=0&kind=reentrant").status()).isEqualTo(200);
                assertThat(client.get("/hello")).isEqualTo(hello());
            }
        }
    }

    @Test
    void a_thousand_connections_stay_open_at_once() throws IOException {
        assumeTrue(candidate.isFirstOfServer(), "all models have one limit");
        try (var clients = new RawClients(server.port(), 1_000)) {
            for (var client : clients.each()) {
                assertThat(client.get("/hello")).isEqualTo(hello());
            }
            clients.exchange("/sleep?ms=20");
        }
    }

    @Test
    @Order(UNTOUCHED)
    void stats_count_requests_in_a_handler_but_not_their_own() throws Exception {
        try (var observer = new RawHttp(server.port());
                var waiter = new RawHttp(server.port())) {
            assertThat(observer.get("/stats")).isEqualTo(new Reply(200, "0 0 0 0"));
            waiter.send("/sleep?ms=500");
            // on a busy machine the whole wait may pass between two samples
            await(observer, stats -> stats.equals("1 1 0 0") || stats.startsWith("0 1 1 "));
            assertThat(waiter.receive().status()).isEqualTo(200);
            await(observer, stats -> stats.startsWith("0 1 1 "));
            long nanos = Long.parseLong(observer.get("/stats").body().substring("0 1 1 ".length()));
            assertThat(nanos)
                    .as("timers may be 1 ms early")
                    .isBetween(499_000_000L, 5_000_000_000L);
        }
    }

    /// The models differ in the number of requests in handlers at once, and in the threads that the
    /// process needs for that. 300 sleeping requests need 300 platform threads of a cached pool,
    /// but only a few more virtual or event-loop carriers. A fixed pool admits no more requests
    /// than it has threads, and a limit on virtual threads no more than it says, which take no
    /// threads of the process; a self-sizing pool begins with a few.
    @Test
    @Order(UNTOUCHED + 1)
    @EnabledOnOs(OS.LINUX)
    void handlers_run_on_the_threads_of_the_model() throws Exception {
        try (var clients = new RawClients(server.port(), USERS);
                var observer = new RawHttp(server.port())) {
            clients.exchange("/hello");
            int before = threads();
            if (candidate.model().equals("autonomic-pool")) {
                growPool(clients, observer);
                return;
            }
            if (OF_FIXED_SIZE.contains(candidate.model())) {
                fillPool(clients, observer);
                assertThat(observer.get("/stats").body()).startsWith("0 " + Candidate.POOL + " ");
                if (candidate.model().equals("virtual-bounded")) {
                    assertThat(threads() - before).isLessThan(30);
                }
                return;
            }
            awaitAllInHandlers(clients, observer);
            int during = threads();
            switch (candidate.threads()) {
                case UNBOUNDED -> assertThat(during).isGreaterThanOrEqualTo(USERS);
                case VIRTUAL, EVENT_LOOP -> assertThat(during - before).isLessThan(30);
                case BOUNDED -> throw new AssertionError("no rule for the pool of " + candidate);
            }
            clients.receive();
        }
    }

    /// On a slow machine the first request may end before the last arrives: all then sleep longer.
    private static void awaitAllInHandlers(RawClients clients, RawHttp observer) throws Exception {
        for (int millis = 500; ; millis *= 2) {
            long until = System.nanoTime() + millis * 1_000_000L;
            clients.send("/sleep?ms=" + millis);
            while (System.nanoTime() - until < 0) {
                if (observer.get("/stats").body().startsWith(USERS + " ")) {
                    return;
                }
                Thread.sleep(5);
            }
            clients.receive();
        }
    }

    /// On a slow machine a request may end before as many have arrived as there are threads: all
    /// then sleep longer. A handler may end after its response has left.
    private static void fillPool(RawClients clients, RawHttp observer) throws Exception {
        int millis = 50;
        do {
            assertThat(millis).isLessThan(5_000);
            clients.exchange("/sleep?ms=" + millis);
            millis *= 3;
        } while (highest(observer) < Candidate.POOL);
        await(observer, stats -> stats.startsWith("0 "));
    }

    /// A few threads at first, then several per processor; never more requests in handlers than
    /// threads.
    private void growPool(RawClients clients, RawHttp observer) throws Exception {
        int several = 4 * Runtime.getRuntime().availableProcessors();
        for (int round = 0; highest(observer) < several; round++) {
            assertThat(round).isLessThan(20);
            clients.exchange("/sleep?ms=200");
        }
        assertThat(highest(observer)).isLessThanOrEqualTo(threads());
    }

    private static int highest(RawHttp observer) throws IOException {
        return Integer.parseInt(observer.get("/stats").body().split(" ", -1)[1]);
    }

    /// Other tests add and remove network interfaces meanwhile, to whose addresses nothing can
    /// connect.
    @Test
    void it_accepts_no_connection_on_another_address() throws IOException {
        for (var network : NetworkInterface.networkInterfaces().toList()) {
            for (var address :
                    network.inetAddresses().filter(a -> !a.isLoopbackAddress()).toList()) {
                assertThatExceptionOfType(IOException.class)
                        .as("%s", address)
                        .isThrownBy(() -> new Socket(address, server.port()).close())
                        .isInstanceOf(SocketException.class);
            }
        }
        new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
    }

    @Test
    @Order(LAST)
    void sigterm_ends_it_during_a_request() throws Exception {
        assumeTrue(!endsByItsInput(), "the closed input ends this process");
        try (var client = new RawHttp(server.port());
                var observer = new RawHttp(server.port())) {
            client.send("/sleep?ms=60000");
            await(observer, stats -> stats.startsWith("1 "));
            assertEndsBySigterm();
        }
        assertThat(candidate.folder().resolve("tmp")).doesNotExist();
    }

    @Test
    @Order(BY_ITS_INPUT)
    void it_ends_when_its_input_closes() throws Exception {
        assumeTrue(candidate.isLastOfServer(), ONE_MAIN);
        if (endsByItsInput()) {
            server.closeInput();
            assertThat(server.exit().toCompletableFuture().join().cause())
                    .isEqualTo(ProcessExit.ExitCause.UNREQUESTED);
            return;
        }
        assumeTrue(candidate.showsLifecycle(), ONE_LIFECYCLE);
        assertEndsWithInput(candidate.running().command());
    }

    /// Whether another model's process of this server is ended by SIGTERM.
    private boolean endsByItsInput() {
        return candidate.isLastOfServer() && !candidate.isFirstOfServer();
    }

    @Test
    void a_second_server_on_the_same_port_reports_it_and_ends() throws Exception {
        assumeTrue(candidate.isFirstOfServer(), ONE_MAIN);
        assertThat(refusedPort().inputReader().readAllAsString()).isEmpty();
        try (var client = new RawHttp(server.port())) {
            assertThat(client.get("/hello")).isEqualTo(hello());
        }
    }

    @Test
    void an_unknown_model_ends_with_code_2() throws Exception {
        assumeTrue(candidate.isFirstOfServer(), ONE_MAIN);
        assumeTrue(candidate.showsLifecycle(), ONE_LIFECYCLE);
        assertRefusesUnknownModel();
    }

    private static Reply hello() {
        return new Reply(200, "Hello world!");
    }

    /// Waits, at most until the time limit of all tests.
    private static void await(RawHttp observer, Predicate<String> expected) throws Exception {
        while (!expected.test(observer.get("/stats").body())) {
            Thread.sleep(5);
        }
    }
}
