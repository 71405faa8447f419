package shop;

import dev.loombench.junit.HoldsObjective;
import dev.loombench.junit.NoBlockedCarrier;
import dev.loombench.junit.ServiceUrl;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two carriers serve 40 requests per second: without the governor this test fails. */
class PriceTest {
    private static EmbeddedServer server;

    @BeforeAll
    static void start() {
        server = ApplicationContext.run(EmbeddedServer.class);
    }

    @AfterAll
    static void stop() {
        server.getApplicationContext().close();
    }

    @ServiceUrl
    int port() {
        return server.getPort();
    }

    /** Until the governor has seen that carriers are blocked, requests wait for them. */
    @Test
    @HoldsObjective(value = "p99<1s", rate = 200, path = "/price", duration = "5s")
    @NoBlockedCarrier(longerThan = "2s")
    void prices_are_fast_and_do_not_wait_for_blocked_carriers() {}
}
