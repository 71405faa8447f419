package dev.loombench.zoo.work;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkTest {
    private final Work work = new Work(Options.parse("--model", "any"));

    @Test
    void hello_is_twelve_bytes() {
        assertThat(work.respond("/hello", null).body())
                .hasSize(12)
                .isEqualTo("Hello world!".getBytes(US_ASCII));
    }

    /// 1 + 1 + 2 + 3 + 5 + 8 + 13 + 21 + 34 + 55 = 143. In general the sum is F[n + 2] - 1, so the
    /// last one without overflow is 46: F[48] - 1 = 4807526976 - 1. F[47] = 2971215073 turns into
    /// 2971215073 - 2^32 = -1323752223 as an int, and 4807526975 - 1323752223 = 3483774752.
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2", "3, 4", "10, 143", "46, 4807526975", "47, 3483774752"})
    void fib_sums_int_fibonacci_numbers(int n, long sum) {
        assertThat(Work.fibonacciSum(n)).isEqualTo(sum);
        assertThat(work.respond("/fib", "n=" + n)).isEqualTo(WorkResponse.ok(Long.toString(sum)));
    }

    @ParameterizedTest
    @CsvSource({
        "/sleep, ms=20, slept 20 ms",
        "/burn, us=20000, burned 20000 us",
        "/lock, ms=20&kind=synchronized, held synchronized 20 ms",
        "/lock, kind=reentrant&ms=20, held reentrant 20 ms",
        "/lock, ms=20&kind=synchronized&shared=true, held shared synchronized 20 ms",
        "/lock, ms=20&kind=reentrant&shared=true, held shared reentrant 20 ms",
        "/init, ms=20, initialised 20 ms",
    })
    void waiting_and_burning_take_at_least_the_requested_time(
            String path, String query, String text) {
        long start = System.nanoTime();
        var response = work.respond(path, query);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
        assertThat(response).isEqualTo(WorkResponse.ok(text));
    }

    /// Four requests one after the other; with a lock each they may all sleep at once.
    @ParameterizedTest
    @EnumSource
    void requests_that_share_a_lock_hold_it_in_turn(LockKind kind) {
        var query = "ms=20&shared=true&kind=" + kind.label();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                var unused = threads.submit(() -> work.respond("/lock", query));
            }
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000})
    void allocate_allocates_at_least_the_requested_memory(int kilobytes) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        var response = work.respond("/allocate", "kb=" + kilobytes);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isGreaterThanOrEqualTo(kilobytes * 1024L);
        assertThat(response).isEqualTo(WorkResponse.ok("allocated " + kilobytes + " KB"));
    }

    /// Only the jar has the class for JDK 22 and later; tests run on the class folder.
    @Test
    void the_response_says_so_where_native_code_cannot_be_called() {
        var response = work.respond("/native", "ms=1");
        assertThat(response.status()).isEqualTo(501);
        assertThat(response.text())
                .contains("foreign-function API of JDK 22")
                .contains("this is JDK");
    }

    /// Four rounds of 25 ms with a request per carrier; all would end after one round if they did
    /// not hold their carrier.
    @Test
    void init_keeps_a_virtual_thread_on_its_carrier() {
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                var unused = threads.submit(() -> work.respond("/init", "ms=25"));
            }
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000);
    }

    @Test
    void classes_that_init_defines_are_unloaded() {
        var classes = ManagementFactory.getClassLoadingMXBean();
        long before = classes.getUnloadedClassCount();
        for (int i = 0; i < 10; i++) {
            work.respond("/init", "ms=0");
        }
        System.gc();
        assertThat(classes.getUnloadedClassCount() - before).isGreaterThanOrEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "/sleep, none, 400, ms is missing",
                "/sleep, '', 400, ms is missing",
                "/sleep, ms, 400, ms is missing",
                "/sleep, xms=1, 400, ms is missing",
                "/sleep, ms=, 400, from 0 to 600000",
                "/sleep, ms=-1, 400, from 0 to 600000",
                "/sleep, ms=600001, 400, from 0 to 600000",
                "/sleep, ms=1e3, 400, was \"1e3\"",
                "/sleep, ms=99999999999999999999, 400, from 0 to 600000",
                "/fib, n=1000000001, 400, from 0 to 1000000000",
                "/burn, ms=1, 400, us is missing",
                "/allocate, kb=65537, 400, from 0 to 65536",
                "/lock, ms=1, 400, kind is missing",
                "/lock, ms=1&kind=stamped, 400, synchronized or reentrant",
                "/lock, kind=reentrant, 400, ms is missing",
                "/native, ms=600001, 400, from 0 to 600000",
                "/init, ms=600001, 400, from 0 to 600000",
                "/file, ms=600001, 400, from 0 to 600000",
                "/events, none, 400, ?count=10&ms=100",
                "/events, count=1, 400, ?count=10&ms=100",
                "/downstream, none, 400, ms is missing",
                "/, none, 404, no path /",
                "none, none, 404, no path",
                "/hello/, none, 404, no path /hello/",
            })
    void an_invalid_request_is_told_what_is_expected(
            @Nullable String path, @Nullable String query, int status, String why) {
        var response = work.respond(path, query);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.text()).contains(why);
    }

    @Test
    void a_parameter_is_found_among_others() {
        assertThat(WorkItem.of("/sleep", "a=1&ms=7&b")).isEqualTo(new WorkItem.Sleep(7));
        assertThat(WorkItem.of("/sleep", "&ms=7&ms=8")).isEqualTo(new WorkItem.Sleep(7));
    }

    @Test
    void stats_count_requests_in_a_handler_but_not_their_own() throws Exception {
        assertThat(work.respond("/stats", null)).isEqualTo(WorkResponse.ok("0 0 0 0"));
        var item = WorkItem.of("/sleep", "ms=0");
        long one = work.enter(item);
        long two = work.enter(item);
        assertThat(work.respond("/stats", null)).isEqualTo(WorkResponse.ok("2 2 0 0"));
        work.leave(item, one);
        assertThat(stats()).startsWith("1", "2", "1");
        assertThat(work.respond("/hello", null).status()).isEqualTo(200);
        work.leave(item, two);
        assertThat(stats()).startsWith("0", "2", "3");
    }

    @Test
    void stats_add_up_the_time_in_handlers() throws Exception {
        work.respond("/sleep", "ms=20");
        work.respond("/sleep", "ms=30");
        assertThat(Long.parseLong(stats()[3])).isGreaterThanOrEqualTo(50_000_000);
    }

    private String[] stats() {
        return work.respond("/stats", null).text().split(" ", -1);
    }

    @Test
    void stats_lose_nothing_under_concurrency() throws Exception {
        int users = 64;
        var allIn = new CountDownLatch(users);
        var item = new WorkItem.Hello();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < users; i++) {
                var unused =
                        threads.submit(() -> {
                            long since = work.enter(item);
                            allIn.countDown();
                            allIn.await();
                            work.leave(item, since);
                            return null;
                        });
            }
        }
        assertThat(stats()).startsWith("0", "64", "64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sleep", "/init"})
    void an_interrupted_wait_says_that_the_server_is_shutting_down(String path) {
        Thread.currentThread().interrupt();
        assertThat(work.respond(path, "ms=1000").status()).isEqualTo(503);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void downstream_without_a_delay_service_says_which_option_is_missing() {
        assertThat(work.respond("/downstream", "ms=1").status()).isEqualTo(503);
        assertThat(work.respond("/downstream", "ms=1").text()).contains("--downstream URL");
    }

    @Test
    void downstream_returns_the_response_of_the_delay_service() throws IOException {
        var service = delayService();
        try {
            var caller = new Work(calling(service.getAddress().getPort()));
            assertThat(caller.respond("/downstream", "ms=7"))
                    .isEqualTo(WorkResponse.ok("seen /sleep?ms=7"));
            assertThat(caller.respond("/downstream", "ms=500"))
                    .isEqualTo(
                            new WorkResponse(502, "the delay service responded 500, expected 200"));
        } finally {
            service.stop(0);
        }
    }

    @Test
    void downstream_says_so_when_the_delay_service_is_absent() throws IOException {
        var service = delayService();
        service.stop(0);
        var response =
                new Work(calling(service.getAddress().getPort())).respond("/downstream", "ms=1");
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.text()).contains("refused");
    }

    private static Options calling(int port) {
        return Options.parse("--model", "any", "--downstream", "http://127.0.0.1:" + port);
    }

    private static HttpServer delayService() throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var uri = exchange.getRequestURI().toString();
                    var body = ("seen " + uri).getBytes(US_ASCII);
                    exchange.sendResponseHeaders(uri.contains("=500") ? 500 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        return server;
    }

    @Test
    void every_kind_of_lock_has_a_label_in_a_query() {
        for (var kind : List.of(LockKind.values())) {
            assertThat(WorkItem.of("/lock", "ms=1&kind=" + kind.label()))
                    .isEqualTo(new WorkItem.Lock(1, kind, false));
        }
    }
}
