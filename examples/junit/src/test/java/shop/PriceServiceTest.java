package shop;

import dev.loombench.junit.HoldsObjective;
import dev.loombench.junit.NoBlockedCarrier;
import dev.loombench.junit.ServiceUrl;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PriceServiceTest {
    private static PriceService service;

    @BeforeAll
    static void start() throws IOException {
        service = new PriceService();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ServiceUrl
    int port() {
        return service.port();
    }

    @Test
    @HoldsObjective(value = {"p99<1s", "errors<0.1%"}, rate = 600, path = "/price", duration = "5s")
    @NoBlockedCarrier
    void a_price_is_fast_and_blocks_no_carrier() {}
}
