package dev.loombench.governor.spring;

import dev.loombench.governor.carrier.Bounds;
import dev.loombench.governor.carrier.CarrierGovernor;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// The governor of a service's carriers, or the reason why there is none. An older JDK, or a
/// governor that runs already, must not prevent a service from starting, so both are only logged.
///
/// The contexts of a class loader share one governor: the first starts it with its limit, and the
/// last to close stops it.
public final class GovernedCarriers implements AutoCloseable {
    private static final Log LOG = LogFactory.getLog(GovernedCarriers.class);

    /// Those that are not closed; also the lock.
    private static final Set<GovernedCarriers> OPEN = new HashSet<>();

    private final @Nullable CarrierGovernor governor;
    private final String unavailable;

    private GovernedCarriers(@Nullable CarrierGovernor governor, String unavailable) {
        this.governor = governor;
        this.unavailable = unavailable;
    }

    /// @param max most carriers, where no other context governs them; the present number if that is
    ///   higher. The default may be lower ([Bounds#defaultMax])
    static GovernedCarriers start(int max) {
        try {
            synchronized (OPEN) {
                var shared = shared();
                shared.ifPresent(governor -> warnOfOtherLimit(governor, max));
                var carriers = new GovernedCarriers(shared.orElseGet(() -> started(max)), "");
                OPEN.add(carriers);
                return carriers;
            }
        } catch (UnsupportedOperationException | IllegalStateException e) {
            LOG.warn("loombench.carriers.enabled has no effect: " + e.getMessage());
            return new GovernedCarriers(null, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<CarrierGovernor> shared() {
        return OPEN.stream()
                .flatMap(other -> other.governor().stream())
                .filter(CarrierGovernor::isRunning)
                .findFirst();
    }

    private static void warnOfOtherLimit(CarrierGovernor governor, int max) {
        if (max != Bounds.DEFAULT_MAX && limit(max, governor.getBase()) != governor.getMax()) {
            LOG.warn(
                    "loombench.carriers.max=%d has no effect: another context governs, up to %d"
                            .formatted(max, governor.getMax()));
        }
    }

    private static CarrierGovernor started(int max) {
        int present = CarrierGovernor.presentCarriers();
        var governor =
                CarrierGovernor.start(
                        limit(max, present), decision -> LOG.debug("carriers: " + decision));
        if (max < present && max != Bounds.DEFAULT_MAX) {
            LOG.warn(
                    "loombench.carriers.max=%d is below the present %d carriers; using %d"
                            .formatted(max, present, present));
        }
        return governor;
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

    /// Restores the number of carriers that the governor found, unless another context uses it.
    @Override
    public void close() {
        synchronized (OPEN) {
            boolean open = OPEN.remove(this);
            if (open
                    && governor != null
                    && OPEN.stream().noneMatch(other -> other.governor == governor)) {
                governor.close();
            }
        }
    }
}
