package shop;

import dev.loombench.junit.HoldsObjective;
import dev.loombench.junit.NoBlockedCarrier;
import dev.loombench.junit.ServiceUrl;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Two carriers serve 40 requests per second: without the governor this test fails. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class PriceTest {
    @LocalServerPort @ServiceUrl int port;

    /** Until the governor has seen that carriers are blocked, requests wait for them. */
    @Test
    @HoldsObjective(value = "p99<1s", rate = 200, path = "/price", duration = "5s")
    @NoBlockedCarrier(longerThan = "2s")
    void prices_are_fast_and_do_not_wait_for_blocked_carriers() {}
}
