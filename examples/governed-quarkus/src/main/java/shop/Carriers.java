package shop;

import dev.loombench.governor.carrier.CarrierGovernor;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Governs the carriers from the start to the end of the service. */
@ApplicationScoped
public class Carriers {
    @ConfigProperty(name = "loombench.carriers.enabled", defaultValue = "false")
    boolean enabled;

    private CarrierGovernor governor;

    void start(@Observes StartupEvent event) {
        if (enabled) {
            governor = CarrierGovernor.start();
        }
    }

    void stop(@Observes ShutdownEvent event) {
        if (governor != null) {
            governor.close();
        }
    }
}
