package dev.loombench.governor.spring;

import dev.loombench.governor.spring.AdmissionAutoConfiguration.ObservedLimit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/// Adds `governor` to the health of a service that governs its carriers or limits its requests.
///
/// A governor that has failed is reported as `UNKNOWN`: the service works on, with the number of
/// carriers that it had before. Rejected requests do not change the health, because a service that
/// rejects what it cannot do in time is well.
@AutoConfiguration
@Conditional({
    GovernorHealthAutoConfiguration.Enabled.class,
    GovernorHealthAutoConfiguration.Shown.class
})
public class GovernorHealthAutoConfiguration {

    /// Carriers or admission are enabled.
    static final class Enabled extends AnyNestedCondition {
        Enabled() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty(name = "loombench.carriers.enabled", havingValue = "true")
        static final class Carriers {}

        @ConditionalOnProperty(name = "loombench.admission.enabled", havingValue = "true")
        static final class Admission {}
    }

    /// `governor` is a health indicator, by its own property or by that of all.
    static final class Shown extends AnyNestedCondition {
        Shown() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty(name = "management.health.governor.enabled", havingValue = "true")
        static final class ByName {}

        @ConditionalOnProperty(
                name = {"management.health.governor.enabled", "management.health.defaults.enabled"},
                matchIfMissing = true)
        static final class ByDefault {}
    }

    /// The health API of Spring Boot 3.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class Boot3 {
        @Bean
        org.springframework.boot.actuate.health.HealthIndicator governorHealthIndicator(
                ObjectProvider<GovernedCarriers> carriers, ObjectProvider<ObservedLimit> limit) {
            return () -> {
                var state = state(carriers, limit);
                var health =
                        state.hasFailed()
                                ? org.springframework.boot.actuate.health.Health.unknown()
                                : org.springframework.boot.actuate.health.Health.up();
                return health.withDetails(state.details()).build();
            };
        }
    }

    /// The health API of Spring Boot 4.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class Boot4 {
        @Bean
        org.springframework.boot.health.contributor.HealthIndicator governorHealthIndicator(
                ObjectProvider<GovernedCarriers> carriers, ObjectProvider<ObservedLimit> limit) {
            return () -> {
                var state = state(carriers, limit);
                var health =
                        state.hasFailed()
                                ? org.springframework.boot.health.contributor.Health.unknown()
                                : org.springframework.boot.health.contributor.Health.up();
                return health.withDetails(state.details()).build();
            };
        }
    }

    private static GovernorState state(
            ObjectProvider<GovernedCarriers> carriers, ObjectProvider<ObservedLimit> limit) {
        return GovernorState.of(
                carriers.stream().findFirst(),
                limit.stream().findFirst().map(ObservedLimit::limit));
    }
}
