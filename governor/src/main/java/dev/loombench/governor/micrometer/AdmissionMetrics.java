package dev.loombench.governor.micrometer;

import dev.loombench.governor.admission.AdmissionLimit;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/// Meters of an `AdmissionLimit`: `loombench.admission.limit`, `.in.flight`, and the counters
/// `.admitted` and `.rejected`, with the tag `name`.
///
/// ```java
/// new AdmissionMetrics(limit, "http").bindTo(registry);
/// ```
public final class AdmissionMetrics implements MeterBinder {
    /// The base unit, which Prometheus appends to the names.
    private static final String REQUESTS = "requests";

    private final AdmissionLimit limit;
    private final Tags tags;

    /// @param name tells the limits of a service apart
    public AdmissionMetrics(AdmissionLimit limit, String name) {
        this.limit = limit;
        this.tags = Tags.of("name", name);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("loombench.admission.limit", limit, AdmissionLimit::limit)
                .description("requests that may be in flight now")
                .baseUnit(REQUESTS)
                .tags(tags)
                .register(registry);
        Gauge.builder("loombench.admission.in.flight", limit, AdmissionLimit::inFlight)
                .description("requests in flight now")
                .baseUnit(REQUESTS)
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("loombench.admission.admitted", limit, AdmissionMetrics::admitted)
                .description("requests admitted")
                .baseUnit(REQUESTS)
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("loombench.admission.rejected", limit, AdmissionMetrics::rejected)
                .description("requests rejected because the limit was reached")
                .baseUnit(REQUESTS)
                .tags(tags)
                .register(registry);
    }

    private static double admitted(AdmissionLimit limit) {
        return limit.admitted();
    }

    private static double rejected(AdmissionLimit limit) {
        return limit.rejected();
    }
}
