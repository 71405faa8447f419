package dev.loombench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnCarriersTest {
    private static GarbageCollectorMXBean bean(String name, long millis) {
        return (GarbageCollectorMXBean)
                Proxy.newProxyInstance(
                        GarbageCollectorMXBean.class.getClassLoader(),
                        new Class<?>[] {GarbageCollectorMXBean.class},
                        (self, method, arguments) ->
                                method.getName().equals("getName") ? name : (Object) millis);
    }

    /// As time of pauses, cycles that follow one another would leave no time to be blocked in.
    @Test
    void cycles_beside_the_application_are_no_pauses() {
        var zgc =
                List.of(
                        bean("ZGC Minor Cycles", 36_358),
                        bean("ZGC Minor Pauses", 3),
                        bean("ZGC Major Cycles", 39_069),
                        bean("ZGC Major Pauses", 1));
        assertThat(OwnCarriers.pauseMillis(zgc)).isEqualTo(4);
        assertThat(OwnCarriers.pauseMillis(List.of(bean("Copy", 7)))).isEqualTo(7);
        assertThat(OwnCarriers.pauseMillis(List.of())).isZero();
    }

    /// A service that serves its load on platform threads alone.
    @Test
    void without_a_carrier_nothing_was_observed() {
        assertThat(OwnCarriers.unused(0)).isPresent();
        assertThat(OwnCarriers.unused(1)).isEmpty();
        assertThat(OwnCarriers.unused(-1)).as("not known").isEmpty();
    }

    @Test
    void after_a_virtual_thread_there_is_a_carrier() throws InterruptedException {
        Thread.ofVirtual().start(() -> {}).join();
        assertThat(OwnCarriers.unused()).isEmpty();
    }
}
