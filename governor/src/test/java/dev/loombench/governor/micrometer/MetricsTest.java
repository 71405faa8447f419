package dev.loombench.governor.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Priority;
import dev.loombench.governor.carrier.CarrierGovernorMXBean;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /// The figures of a governor after two changes.
    private static final class Figures implements CarrierGovernorMXBean {
        @Override
        public int getParallelism() {
            return 97;
        }

        @Override
        public int getBase() {
            return 2;
        }

        @Override
        public int getMax() {
            return 256;
        }

        @Override
        public int getMounted() {
            return 96;
        }

        @Override
        public long getQueued() {
            return 5;
        }

        @Override
        public String getState() {
            return "free";
        }

        @Override
        public long getSampleCount() {
            return 40;
        }

        @Override
        public long getChanges() {
            return 2;
        }

        @Override
        public List<String> getDecisions() {
            return List.of();
        }

        @Override
        public void stop() {
            throw new AssertionError("a meter must not stop the governor");
        }
    }

    @Test
    void carriers_are_gauges_and_changes_a_counter() {
        var figures = new Figures(); // held here, because gauges refer to it weakly
        new CarrierMetrics(figures).bindTo(registry);
        assertThat(gauge("loombench.carriers.parallelism")).isEqualTo(97);
        assertThat(gauge("loombench.carriers.base")).isEqualTo(2);
        assertThat(gauge("loombench.carriers.max")).isEqualTo(256);
        assertThat(gauge("loombench.carriers.mounted")).isEqualTo(96);
        assertThat(gauge("loombench.carriers.queued")).isEqualTo(5);
        assertThat(counter("loombench.carriers.changes")).isEqualTo((double) figures.getChanges());
    }

    /// Two of three requests are admitted, and one of them has ended.
    @Test
    void admissions_are_counted_by_name() {
        var limit = new AdmissionLimit(Limit.fixed(2));
        new AdmissionMetrics(limit, "http").bindTo(registry);
        var first = (Admission.Permit) limit.tryAcquire(Priority.CRITICAL);
        assertThat(limit.tryAcquire(Priority.CRITICAL)).isInstanceOf(Admission.Permit.class);
        assertThat(limit.tryAcquire(Priority.CRITICAL)).isInstanceOf(Admission.Rejected.class);
        first.close();
        assertThat(gauge("loombench.admission.limit")).isEqualTo(2);
        assertThat(gauge("loombench.admission.in.flight")).isEqualTo(1);
        assertThat(counter("loombench.admission.admitted")).isEqualTo(2);
        assertThat(counter("loombench.admission.rejected")).isEqualTo(1);
        assertThat(registry.get("loombench.admission.limit").tag("name", "http").gauge().value())
                .isEqualTo(2);
    }

    /// Of all but the number of changes, which has none.
    @Test
    void meters_have_a_unit() {
        new CarrierMetrics(new Figures()).bindTo(registry);
        new AdmissionMetrics(new AdmissionLimit(Limit.fixed(2)), "http").bindTo(registry);
        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .filteredOn(id -> !id.getName().endsWith(".changes"))
                .hasSize(9)
                .extracting(Meter.Id::getBaseUnit)
                .containsOnly("threads", "requests");
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).functionCounter().count();
    }
}
