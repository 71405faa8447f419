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
}
