package shop;

import dev.loombench.junit.HoldsObjective;
import dev.loombench.junit.NoBlockedCarrier;
import dev.loombench.junit.ServiceUrl;
import io.helidon.webserver.WebServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two carriers serve 40 requests per second: without the governor this test fails. */
class PriceTest {
    private static WebServer server;

    @BeforeAll
    static void start() {
        server = Shop.start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @ServiceUrl
    int port() {
        return server.port();
    }

    /** Until the governor has seen that carriers are blocked, requests wait for them. */
    @Test
    @HoldsObjective(value = "p99<1s", rate = 200, path = "/price", duration = "5s")
    @NoBlockedCarrier(longerThan = "2s")
    void prices_are_fast_and_do_not_wait_for_blocked_carriers() {}
}
