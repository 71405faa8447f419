package dev.loombench.governor.micrometer;

import dev.loombench.governor.carrier.CarrierGovernorMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;

/// Meters of a `CarrierGovernor`: `loombench.carriers.parallelism`, `.base`, `.max`, `.mounted`,
/// `.queued`, and the counter `loombench.carriers.changes`.
///
/// ```java
/// new CarrierMetrics(governor).bindTo(registry);
/// ```
public final class CarrierMetrics implements MeterBinder {
    private final CarrierGovernorMXBean governor;

    public CarrierMetrics(CarrierGovernorMXBean governor) {
        this.governor = governor;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(
                        "loombench.carriers.parallelism",
                        governor,
                        CarrierGovernorMXBean::getParallelism)
                .description("carriers that virtual threads may use now")
                .baseUnit(BaseUnits.THREADS)
                .register(registry);
        Gauge.builder("loombench.carriers.base", governor, CarrierGovernorMXBean::getBase)
                .description("carriers that the governor found and returns to")
                .baseUnit(BaseUnits.THREADS)
                .register(registry);
        Gauge.builder("loombench.carriers.max", governor, CarrierGovernorMXBean::getMax)
                .description("most carriers that the governor may set")
                .baseUnit(BaseUnits.THREADS)
                .register(registry);
        Gauge.builder("loombench.carriers.mounted", governor, CarrierGovernorMXBean::getMounted)
                .description("virtual threads mounted on a carrier at the last sample")
                .baseUnit(BaseUnits.THREADS)
                .register(registry);
        Gauge.builder("loombench.carriers.queued", governor, CarrierMetrics::queued)
                .description("virtual threads that wait for a carrier at the last sample")
                .baseUnit(BaseUnits.THREADS)
                .register(registry);
        FunctionCounter.builder("loombench.carriers.changes", governor, CarrierMetrics::changes)
                .description("changes of the number of carriers")
                .register(registry);
    }

    private static double queued(CarrierGovernorMXBean governor) {
        return governor.getQueued();
    }

    private static double changes(CarrierGovernorMXBean governor) {
        return governor.getChanges();
    }
}
