package dev.loombench.governor.spring;

import dev.loombench.governor.carrier.Bounds;
import dev.loombench.governor.carrier.CarrierGovernor;
import java.util.Optional;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// The governor of a service's carriers, or the reason why there is none. An older JDK, or a
/// governor that runs already, must not prevent a service from starting, so both are only logged.
public final class GovernedCarriers implements AutoCloseable {
    private static final Log LOG = LogFactory.getLog(GovernedCarriers.class);

    private final @Nullable CarrierGovernor governor;
    private final String unavailable;

    private GovernedCarriers(@Nullable CarrierGovernor governor, String unavailable) {
        this.governor = governor;
        this.unavailable = unavailable;
    }

    /// @param max most carriers; the present number if that is higher. The default may be lower
    ///   ([Bounds#defaultMax])
    static GovernedCarriers start(int max) {
        try {
            int present = CarrierGovernor.presentCarriers();
            var governor =
                    CarrierGovernor.start(
                            limit(max, present), decision -> LOG.debug("carriers: " + decision));
            if (max < present && max != Bounds.DEFAULT_MAX) {
                LOG.warn(
                        "loombench.carriers.max=%d is below the present %d carriers; using %d"
                                .formatted(max, present, present));
            }
            return new GovernedCarriers(governor, "");
        } catch (UnsupportedOperationException | IllegalStateException e) {
            LOG.warn("loombench.carriers.enabled has no effect: " + e.getMessage());
            return new GovernedCarriers(null, String.valueOf(e.getMessage()));
        }
    }

    private static int limit(int max, int present) {
        return max == Bounds.DEFAULT_MAX ? Bounds.defaultMax(present) : Math.max(max, present);
    }

    /// The running governor; empty if it could not start.
    public Optional<CarrierGovernor> governor() {
        return Optional.ofNullable(governor);
    }

    /// Why there is no governor; empty text if there is one.
    public String unavailable() {
        return unavailable;
    }

    /// Restores the number of carriers that the governor found.
    @Override
    public void close() {
        if (governor != null) {
            governor.close();
        }
    }
}
