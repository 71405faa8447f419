package dev.loombench.governor.spring;

import dev.loombench.governor.micrometer.CarrierMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Governs the carriers from the start to the end of the service, where
/// `loombench.carriers.enabled` is true.
@AutoConfiguration
@ConditionalOnProperty(name = "loombench.carriers.enabled", havingValue = "true")
@EnableConfigurationProperties(GovernorProperties.class)
public class CarriersAutoConfiguration {

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    GovernedCarriers governedCarriers(GovernorProperties properties) {
        return GovernedCarriers.start(properties.carriers().max());
    }

    /// Meters, where the service has Micrometer.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        MeterBinder carrierMetrics(GovernedCarriers carriers) {
            return registry ->
                    carriers.governor()
                            .ifPresent(governor -> new CarrierMetrics(governor).bindTo(registry));
        }
    }
}
