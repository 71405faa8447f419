package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.servlet.AdmissionFilter;
import dev.loombench.governor.spring.AdmissionAutoConfiguration.ObservedLimit;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A service of Spring Boot with the starter, over HTTP on loopback.
class StarterTest extends StartedService {
    @Configuration(proxyBeanMethods = false)
    static class WithLimit {
        @Bean
        AdmissionLimit own() {
            return new AdmissionLimit(Limit.fixed(3));
        }
    }

    /// Beans of the service, which have nothing to do with those of the starter.
    @Configuration(proxyBeanMethods = false)
    static class WithNames {
        @Bean
        String admissionLimit() {
            return "of a stadium";
        }

        @Bean
        String admissionFilter() {
            return "of a ticket office";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithFilter {
        @Bean
        AdmissionFilter own() {
            return new AdmissionFilter(new AdmissionLimit(Limit.fixed(3)));
        }
    }

    /// With priorities of its own, and the limit of the properties.
    @Configuration(proxyBeanMethods = false)
    static class WithFilterOfLimit {
        @Bean
        AdmissionFilter own(AdmissionLimit limit) {
            return new AdmissionFilter(limit);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithRegistration {
        @Bean
        FilterRegistrationBean<AdmissionFilter> own() {
            var filter = new AdmissionFilter(new AdmissionLimit(Limit.fixed(3)));
            return new FilterRegistrationBean<>(filter);
        }
    }

    @Test
    void without_properties_nothing_is_governed() {
        var context = start(List.of());
        assertThat(context.getBeanNamesForType(AdmissionLimit.class)).isEmpty();
        assertThat(context.getBeanNamesForType(GovernedCarriers.class)).isEmpty();
        assertThat(get(context, "/hello").join().body()).isEqualTo("hello");
        assertThat(get(context, "/actuator/governor").join().body()).isEqualTo("{}");
        assertThat(get(context, "/actuator/health").join().body()).doesNotContain("\"governor\"");
    }

    /// A limit of one request: the reserved slot of the normal priority is the only one.
    @Test
    void a_request_above_the_limit_gets_503_and_health_checks_do_not() throws Exception {
        var context =
                start(List.of(), "loombench.admission.enabled=true", "loombench.admission.fixed=1");
        var service = context.getBean(Service.class);
        var held = get(context, "/held");
        service.arrived.acquire();
        var rejected = get(context, "/hello").join();
        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(rejected.headers().firstValueAsLong("Retry-After")).hasValue(1);
        assertThat(get(context, "/actuator/health").join().body())
                .contains("\"governor\":{", "\"status\":\"UP\"", "\"inFlight\":1");
        assertThat(get(context, "/actuator/governor").join().body())
                .contains("\"limit\":1", "\"admitted\":1", "\"rejected\":1");
        service.release.countDown();
        assertThat(held.join().body()).isEqualTo("released");
    }

    @Test
    void limits_are_meters() throws Exception {
        var context =
                start(List.of(), "loombench.admission.enabled=true", "loombench.admission.fixed=4");
        assertThat(get(context, "/hello").join().statusCode()).isEqualTo(200);
        assertThat(get(context, "/actuator/metrics/loombench.admission.limit").join().body())
                .contains("\"value\":4.0");
        assertThat(get(context, "/actuator/metrics/loombench.admission.admitted").join().body())
                .contains("\"value\":1.0");
    }

    /// Partition `b` has no share and uses all 10 slots, as nothing else is in flight. Partition
    /// `a` has its 5 nevertheless.
    @Test
    void a_partition_keeps_its_share_beside_others() throws Exception {
        var context =
                start(
                        List.of(),
                        "loombench.admission.enabled=true",
                        "loombench.admission.fixed=10",
                        "loombench.admission.partition-header=X-Tenant",
                        "loombench.admission.priority-header=X-Priority",
                        "loombench.admission.shares.a=0.5");
        var service = context.getBean(Service.class);
        var held = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int i = 0; i < 10; i++) {
            held.add(get(context, "/held", "X-Tenant", "b", "X-Priority", "Critical"));
            service.arrived.acquire();
        }
        var more = get(context, "/hello", "X-Tenant", "b", "X-Priority", "critical");
        assertThat(more.join().statusCode()).isEqualTo(503);
        var guaranteed = get(context, "/hello", "X-Tenant", "a", "X-Priority", "critical");
        assertThat(guaranteed.join().statusCode()).isEqualTo(200);
        service.release.countDown();
        for (var each : held) {
            assertThat(each.join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_highest_limit_below_the_default_start_is_accepted_beside_beans_of_common_names() {
        var context =
                start(
                        List.of(WithNames.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.max=10");
        assertThat(context.getBean(AdmissionLimit.class).limit()).isEqualTo(10);
    }

    /// Each with the name of the property in its message.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "initial=50 | loombench.admission.initial must be at most loombench.admission.max,"
                        + " 10 requests, was 50",
                "initial=0 | loombench.admission.initial must be 1 request or more, was 0",
                "fixed=0 | loombench.admission.fixed must be 1 request or more, was 0",
                "partition-header=X-Tenant | loombench.admission.partition-header needs"
                        + " loombench.admission.shares.NAME"
            })
    void a_property_that_cannot_apply_is_named(String property, String message) {
        assertThatThrownBy(() ->
                        start(
                                List.of(),
                                "loombench.admission.enabled=true",
                                "loombench.admission.max=10",
                                "loombench.admission." + property))
                .hasStackTraceContaining(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -5, 40_000})
    void a_number_of_carriers_outside_the_range_is_named(int max) {
        assertThatThrownBy(() ->
                        start(
                                List.of(),
                                "loombench.carriers.enabled=true",
                                "loombench.carriers.max=" + max))
                .hasStackTraceContaining(
                        "loombench.carriers.max must be between 1 and 32767 carriers, was " + max);
    }

    @ParameterizedTest
    @ValueSource(classes = {WithFilter.class, WithRegistration.class})
    void the_limit_of_a_filter_of_the_service_is_the_one_that_is_shown(Class<?> own) {
        var context = start(List.of(own), "loombench.admission.enabled=true");
        var limit = context.getBean(ObservedLimit.class).limit();
        assertThat(limit.limit()).isEqualTo(3);
        assertThat(get(context, "/hello").join().statusCode()).isEqualTo(200);
        assertThat(limit.admitted()).isEqualTo(1);
        assertThat(get(context, "/actuator/governor").join().body()).contains("\"limit\":3");
    }

    @Test
    void health_checks_at_another_path_are_not_rejected() throws Exception {
        var context =
                start(
                        List.of(),
                        "loombench.admission.enabled=true",
                        "loombench.admission.fixed=1",
                        "management.endpoints.web.base-path=/manage",
                        "management.endpoint.health.probes.add-additional-paths=true");
        var service = context.getBean(Service.class);
        var held = get(context, "/held");
        service.arrived.acquire();
        assertThat(get(context, "/hello").join().statusCode()).isEqualTo(503);
        assertThat(get(context, "/manage/health").join().statusCode()).isEqualTo(200);
        assertThat(get(context, "/livez").join().statusCode()).isNotEqualTo(503);
        service.release.countDown();
        assertThat(held.join().statusCode()).isEqualTo(200);
    }

    @Test
    void health_indicators_that_are_all_off_are_off_unless_named() {
        var off =
                start(
                        List.of(),
                        "loombench.admission.enabled=true",
                        "management.health.defaults.enabled=false");
        assertThat(get(off, "/actuator/health").join().body()).doesNotContain("\"governor\"");
        var named =
                start(
                        List.of(),
                        "loombench.admission.enabled=true",
                        "management.health.defaults.enabled=false",
                        "management.health.governor.enabled=true");
        assertThat(get(named, "/actuator/health").join().body()).contains("\"governor\"");
    }

    @Test
    void what_is_neither_true_nor_false_enables_nothing() {
        var context =
                start(
                        List.of(),
                        "loombench.admission.enabled=",
                        "loombench.carriers.enabled=yes and no");
        assertThat(get(context, "/actuator/health").join().body()).doesNotContain("\"governor\"");
    }

    @Test
    void a_limit_of_the_service_replaces_that_of_the_properties() {
        var context = start(List.of(WithLimit.class), "loombench.admission.enabled=true");
        assertThat(context.getBean(AdmissionLimit.class).limit()).isEqualTo(3);
        assertThat(get(context, "/hello").join().statusCode()).isEqualTo(200);
        assertThat(context.getBean(AdmissionLimit.class).admitted()).isEqualTo(1);
    }

    @Test
    void a_filter_of_the_service_may_use_the_limit_of_the_properties() {
        var context =
                start(
                        List.of(WithFilterOfLimit.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.fixed=7");
        assertThat(get(context, "/hello").join().statusCode()).isEqualTo(200);
        assertThat(get(context, "/actuator/governor").join().body())
                .contains("\"limit\":7", "\"admitted\":");
        assertThat(context.getBean(AdmissionLimit.class).admitted()).isPositive();
    }

    @Test
    void carriers_are_governed_until_the_service_stops() throws Exception {
        var server = ManagementFactory.getPlatformMBeanServer();
        var context = start(List.of(), "loombench.carriers.enabled=true");
        assertThat(server.isRegistered(CarrierGovernor.NAME)).isTrue();
        assertThat(get(context, "/actuator/governor").join().body())
                .contains("\"parallelism\":", "\"decisions\":")
                .doesNotContain("unavailable", "failure");
        assertThat(get(context, "/actuator/health").join().body())
                .contains("\"governor\":{", "\"status\":\"UP\"");
        assertThat(get(context, "/actuator/metrics/loombench.carriers.max").join().body())
                .contains("\"value\":");
        context.close();
        started.clear();
        assertThat(server.isRegistered(CarrierGovernor.NAME)).isFalse();
    }

    @Test
    void carriers_of_a_service_on_platform_threads_are_warned_about() {
        var carriers = "loombench.carriers.enabled=true";
        assertThat(logged(() -> start(List.of(), carriers)))
                .contains("WARN", "without spring.threads.virtual.enabled=true");
        assertThat(logged(() -> start(List.of(), carriers, "spring.threads.virtual.enabled=true")))
                .doesNotContain("spring.threads.virtual.enabled");
    }

    /// Both have one governor, which the first has started.
    @Test
    void a_limit_of_carriers_beside_that_of_another_context_is_warned_about() {
        var carriers = "loombench.carriers.enabled=true";
        assertThat(logged(() -> start(List.of(), carriers, "loombench.carriers.max=1000")))
                .doesNotContain("loombench.carriers.max");
        assertThat(logged(() -> start(List.of(), carriers, "loombench.carriers.max=1001")))
                .contains("WARN", "loombench.carriers.max=1001 has no effect");
    }

    @Test
    void a_limit_without_a_server_is_warned_about_also_where_beans_are_lazy() {
        var lazy =
                new String[] {
                    "loombench.admission.enabled=true",
                    "spring.main.web-application-type=none",
                    "spring.main.lazy-initialization=true"
                };
        assertThat(logged(() -> start(List.of(), lazy)))
                .contains("WARN", "loombench.admission.enabled limits nothing");
    }

    @Test
    void a_governor_that_runs_already_is_no_reason_not_to_start() {
        try (var other = CarrierGovernor.start()) {
            var context = start(List.of(), "loombench.carriers.enabled=true");
            var carriers = context.getBean(GovernedCarriers.class);
            assertThat(carriers.governor()).isEmpty();
            assertThat(carriers.unavailable()).contains("already running");
            assertThat(get(context, "/actuator/governor").join().body())
                    .contains("already running");
            assertThat(other.failure()).isNull();
        }
    }

    @Test
    void shares_without_a_header_are_rejected() {
        assertThatThrownBy(() ->
                        start(
                                List.of(),
                                "loombench.admission.enabled=true",
                                "loombench.admission.shares.a=0.5"))
                .hasStackTraceContaining(
                        "loombench.admission.shares needs loombench.admission.partition-header");
    }
}
