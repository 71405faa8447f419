package dev.loombench.governor.spring;

import dev.loombench.governor.spring.AdmissionAutoConfiguration.ObservedLimit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/// Adds the endpoint `governor` to an actuator that exposes it.
@AutoConfiguration
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
public class GovernorEndpointAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = GovernorEndpoint.class)
    GovernorEndpoint governorEndpoint(
            ObjectProvider<GovernedCarriers> carriers, ObjectProvider<ObservedLimit> limit) {
        return new GovernorEndpoint(carriers, limit);
    }
}
