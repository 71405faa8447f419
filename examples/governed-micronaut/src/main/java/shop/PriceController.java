package shop;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

@Controller("/price")
public class PriceController {
    /** The executor of blocking work has virtual threads on JDK 21 and later. */
    @Get(produces = MediaType.TEXT_PLAIN)
    @ExecuteOn(TaskExecutors.BLOCKING)
    public String price() {
        return PriceLibrary.price();
    }
}
