package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.carrier.CarrierGovernor;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class GovernedCarriersTest {
    private static final String PARALLELISM = "Parallelism";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    /// The limit of the properties is below them, which must not prevent a service from starting.
    @Test
    void carriers_that_other_code_has_added_are_the_least_limit() throws JMException {
        var scheduler = new ObjectName("jdk.management:type=VirtualThreadScheduler");
        int found = (int) server.getAttribute(scheduler, PARALLELISM);
        server.setAttribute(scheduler, new Attribute(PARALLELISM, found + 3));
        try (var carriers = GovernedCarriers.start(1)) {
            assertThat(carriers.governor().orElseThrow().getMax()).isEqualTo(found + 3);
        } finally {
            server.setAttribute(scheduler, new Attribute(PARALLELISM, found));
        }
    }

    /// The first one closes twice, which must not count as the end of both.
    @Test
    void the_contexts_of_a_jvm_share_a_governor_until_the_last_one_closes() {
        var first = GovernedCarriers.start(64);
        try (var second = GovernedCarriers.start(64)) {
            assertThat(second.governor()).isPresent().isEqualTo(first.governor());
            first.close();
            first.close();
            assertThat(server.isRegistered(CarrierGovernor.NAME)).isTrue();
            assertThat(second.governor().orElseThrow().isRunning()).isTrue();
        }
        assertThat(server.isRegistered(CarrierGovernor.NAME)).isFalse();
        assertThat(first.governor().orElseThrow().isRunning()).isFalse();
    }

    @Test
    void a_context_after_one_whose_governor_was_stopped_starts_another() {
        try (var stopped = GovernedCarriers.start(64)) {
            stopped.governor().orElseThrow().stop();
            try (var carriers = GovernedCarriers.start(64)) {
                assertThat(carriers.governor().orElseThrow().isRunning()).isTrue();
            }
        }
    }

    /// Nothing asks for the bean that governs them.
    @Test
    void carriers_are_governed_where_beans_are_lazy() {
        try (var context = new AnnotationConfigApplicationContext()) {
            Map<String, Object> properties = Map.of("loombench.carriers.enabled", "true");
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", properties));
            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
            context.register(CarriersAutoConfiguration.class);
            context.refresh();
            assertThat(server.isRegistered(CarrierGovernor.NAME)).isTrue();
        }
    }
}
