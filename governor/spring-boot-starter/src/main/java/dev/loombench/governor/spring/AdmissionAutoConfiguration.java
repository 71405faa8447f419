package dev.loombench.governor.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.admission.GradientLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.PoolWaitLimit;
import dev.loombench.governor.micrometer.AdmissionMetrics;
import dev.loombench.governor.servlet.AdmissionFilter;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.servlet.DispatcherType;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/// Limits the requests in flight, where `loombench.admission.enabled` is true, in services with
/// servlets and in those of WebFlux. A bean of type `AdmissionLimit` or, with servlets,
/// `AdmissionFilter` or its registration replaces that of the properties. A filter of the service
/// may use the limit of the properties. The names of its beans begin with `loombench`, so that a
/// service may have some of its own as `admissionFilter`.
@AutoConfiguration
@ConditionalOnProperty(name = "loombench.admission.enabled", havingValue = "true")
@EnableConfigurationProperties(GovernorProperties.class)
public class AdmissionAutoConfiguration {
    /// After Spring's own filter for metrics, so that rejections count as requests.
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 2;

    @Bean
    @ConditionalOnMissingBean
    AdmissionLimit loombenchAdmissionLimit(
            GovernorProperties properties, ObjectProvider<PoolLimits> poolLimits) {
        var admission = properties.admission();
        var fixed = admission.fixed();
        if (fixed != null) {
            return new AdmissionLimit(Limit.fixed(fixed));
        }
        var byResponseTime = new GradientLimit(admission.limitAtStart(), admission.max());
        var limit =
                poolLimits
                        .orderedStream()
                        .flatMap(limits -> limits.lowest().stream())
                        .reduce(byResponseTime, Limit::lowest);
        return new AdmissionLimit(limit);
    }

    /// @param lowest limit by the pools of the service; empty if it has none
    record PoolLimits(Optional<Limit> lowest) {}

    /// The pools of connections, where the service has HikariCP.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    @ConditionalOnProperty(
            name = "loombench.admission.follow-pool",
            havingValue = "true",
            matchIfMissing = true)
    static class Pools {
        /// Of HikariCP, which it takes at its first use. Source: `HikariConfig.DEFAULT_POOL_SIZE`.
        private static final int DEFAULT_SIZE = 10;

        @Bean
        PoolLimits loombenchPoolLimits(
                GovernorProperties properties, ObjectProvider<DataSource> sources) {
            var admission = properties.admission();
            if (admission.fixed() != null) {
                return new PoolLimits(Optional.empty()); // a constant limit follows nothing
            }
            return new PoolLimits(
                    sources.orderedStream()
                            .flatMap(source -> hikari(source).stream())
                            .map(pool -> limit(pool, admission))
                            .reduce(Limit::lowest));
        }

        private static Optional<HikariDataSource> hikari(DataSource source) {
            try {
                return source.isWrapperFor(HikariDataSource.class)
                        ? Optional.of(source.unwrap(HikariDataSource.class))
                        : Optional.empty();
            } catch (SQLException | RuntimeException e) { // one that routes may have no target yet
                LogFactory.getLog(AdmissionAutoConfiguration.class)
                        .warn(
                                "loombench.admission.follow-pool does not follow "
                                        + source.getClass().getName()
                                        + ", which cannot say outside of a request whether it is a"
                                        + " pool of HikariCP: "
                                        + e);
                return Optional.empty();
            }
        }

        /// The pool has no bean until it is first used, and -1 as its size until then where none is
        /// configured.
        private static Limit limit(HikariDataSource pool, GovernorProperties.Admission admission) {
            return new PoolWaitLimit(
                    () -> {
                        var bean = pool.getHikariPoolMXBean();
                        return bean == null ? 0 : bean.getThreadsAwaitingConnection();
                    },
                    () -> pool.getMaximumPoolSize() > 0 ? pool.getMaximumPoolSize() : DEFAULT_SIZE,
                    admission.limitAtStart(),
                    admission.max());
        }
    }

    private static RequestRules rules(
            AdmissionLimit limit,
            GovernorProperties.Admission properties,
            Environment environment,
            String dispatcherPath) {
        var named = properties.exclude();
        var excluded = named == null ? HealthPaths.of(environment, dispatcherPath) : named;
        LogFactory.getLog(AdmissionAutoConfiguration.class)
                .info("requests below these paths are never rejected: " + excluded);
        return new RequestRules(limit, properties, new ExcludedPaths(excluded));
    }

    /// The limit that the meters and the actuator show: that of the filter which the service has
    /// itself, if it has one.
    record ObservedLimit(AdmissionLimit limit) {}

    /// A filter that the service has itself.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnBean(
            value = AdmissionFilter.class,
            parameterizedContainer = FilterRegistrationBean.class)
    static class OwnFilter {
        @Bean
        ObservedLimit loombenchObservedLimitOfFilter(
                ObjectProvider<AdmissionFilter> filters,
                ObjectProvider<FilterRegistrationBean<AdmissionFilter>> registrations) {
            return new ObservedLimit(
                    Stream.concat(
                                    filters.orderedStream(),
                                    registrations
                                            .orderedStream()
                                            .map(FilterRegistrationBean::getFilter))
                            .findFirst()
                            .orElseThrow()
                            .limit());
        }
    }

    /// Nested classes are evaluated before the methods of the outer one.
    @Bean
    @ConditionalOnMissingBean
    ObservedLimit loombenchObservedLimit(AdmissionLimit limit) {
        return new ObservedLimit(limit);
    }

    /// The filter of a service on the servlet API.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnMissingBean(
            value = AdmissionFilter.class,
            parameterizedContainer = FilterRegistrationBean.class)
    static class Servlets {
        @Bean
        FilterRegistrationBean<PathFilter> loombenchAdmissionFilter(
                GovernorProperties properties, AdmissionLimit limit, Environment environment) {
            var rules =
                    rules(
                            limit,
                            properties.admission(),
                            environment,
                            environment.getProperty("spring.mvc.servlet.path", ""));
            var registration = new FilterRegistrationBean<>(new PathFilter(rules));
            registration.setName("loombenchAdmission");
            registration.setOrder(ORDER);
            registration.setDispatcherTypes(DispatcherType.REQUEST);
            return registration;
        }
    }

    /// The filter of a reactive service.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class Reactive {
        @Bean
        AdmissionWebFilter loombenchAdmissionFilter(
                GovernorProperties properties, AdmissionLimit limit, Environment environment) {
            return new AdmissionWebFilter(
                    rules(limit, properties.admission(), environment, ""), ORDER);
        }
    }

    /// A service without HTTP has the limit as a bean, which its code must use. Not lazy, because
    /// nothing asks for it.
    @Configuration(proxyBeanMethods = false)
    @Lazy(false)
    @ConditionalOnNotWebApplication
    static class NoServer {
        NoServer() {
            LogFactory.getLog(AdmissionAutoConfiguration.class)
                    .warn(
                            "loombench.admission.enabled limits nothing in a service without a web"
                                    + " server: its code can use the bean of type AdmissionLimit");
        }
    }

    /// Meters, where the service has Micrometer.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        MeterBinder loombenchAdmissionMetrics(ObservedLimit observed) {
            return new AdmissionMetrics(observed.limit(), "http");
        }
    }
}
