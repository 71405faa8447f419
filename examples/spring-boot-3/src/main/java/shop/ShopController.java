package shop;

import java.util.stream.LongStream;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ShopController {
    private final OrderRepository orders;

    public ShopController(OrderRepository orders) {
        this.orders = orders;
    }

    @GetMapping("/orders/{id}")
    public ResponseEntity<Order> order(@PathVariable long id) {
        return ResponseEntity.of(orders.find(id));
    }

    /** Waits for another service. */
    @GetMapping("/waiting")
    public String waiting() throws InterruptedException {
        Thread.sleep(50);
        return "done";
    }

    /** Computes for about a millisecond. */
    @GetMapping("/computing")
    public long computing() {
        return LongStream.rangeClosed(1, 10_000).filter(ShopController::isPrime).count();
    }

    private static boolean isPrime(long n) {
        return n > 1 && LongStream.rangeClosed(2, (long) Math.sqrt(n)).noneMatch(d -> n % d == 0);
    }
}
