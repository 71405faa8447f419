package shop;

import dev.loombench.governor.carrier.CarrierGovernor;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import jakarta.annotation.PreDestroy;

/** Governs the carriers from the start to the end of the service. */
@Context
@Requires(property = "loombench.carriers.enabled", value = "true")
public class Carriers {
    private final CarrierGovernor governor = CarrierGovernor.start();

    @PreDestroy
    void stop() {
        governor.close();
    }
}
