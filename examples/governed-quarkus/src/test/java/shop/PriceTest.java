package shop;

import dev.loombench.junit.HoldsObjective;
import dev.loombench.junit.NoBlockedCarrier;
import dev.loombench.junit.ServiceUrl;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import org.junit.jupiter.api.Test;

/** Two carriers serve 40 requests per second: without the governor this test fails. */
@QuarkusTest
class PriceTest {
    /** Static, because Quarkus injects into a test instance that JUnit does not know. */
    @TestHTTPResource("/price")
    @ServiceUrl
    static URL price;

    /** Until the governor has seen that carriers are blocked, requests wait for them. */
    @Test
    @HoldsObjective(value = "p99<1s", rate = 200, duration = "5s")
    @NoBlockedCarrier(longerThan = "2s")
    void prices_are_fast_and_do_not_wait_for_blocked_carriers() {}
}
