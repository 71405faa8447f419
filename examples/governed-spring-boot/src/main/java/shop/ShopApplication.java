package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A shop whose code knows nothing of the governor: the starter and two properties are enough. */
@SpringBootApplication
@RestController
public class ShopApplication {
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }

    @GetMapping("/price")
    public String price() {
        return PriceLibrary.price();
    }

    /** Computes for some 10 ms. */
    @GetMapping("/discount")
    public String discount() {
        long a = 0;
        long b = 1;
        for (int i = 0; i < 20_000_000; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        return Long.toString(a);
    }
}
