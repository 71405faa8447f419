package dev.loombench.governor.spring;

import dev.loombench.governor.micrometer.CarrierMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/// Governs the carriers from the start to the end of the service, where
/// `loombench.carriers.enabled` is true.
@AutoConfiguration
@ConditionalOnProperty(name = "loombench.carriers.enabled", havingValue = "true")
@EnableConfigurationProperties(GovernorProperties.class)
public class CarriersAutoConfiguration {
    private static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled";

    /// Not lazy, because nothing asks for it.
    @Bean(destroyMethod = "close")
    @Lazy(false)
    @ConditionalOnMissingBean
    GovernedCarriers governedCarriers(GovernorProperties properties, Environment environment) {
        if (!environment.getProperty(VIRTUAL_THREADS, Boolean.class, false)) {
            LogFactory.getLog(CarriersAutoConfiguration.class)
                    .warn(
                            "loombench.carriers.enabled governs the carriers of virtual threads, and"
                                    + " without "
                                    + VIRTUAL_THREADS
                                    + "=true requests run on platform threads: it has an effect only"
                                    + " where the service starts virtual threads by itself");
        }
        return GovernedCarriers.start(properties.carriers().max());
    }

    /// Meters, where the service has Micrometer.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        MeterBinder loombenchCarrierMetrics(GovernedCarriers carriers) {
            return registry ->
                    carriers.governor()
                            .ifPresent(governor -> new CarrierMetrics(governor).bindTo(registry));
        }
    }
}
