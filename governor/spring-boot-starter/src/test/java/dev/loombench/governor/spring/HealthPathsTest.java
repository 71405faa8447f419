package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class HealthPathsTest {
    private static List<String> paths(Map<String, Object> properties, String dispatcherPath) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return HealthPaths.of(environment, dispatcherPath);
    }

    @Test
    void without_properties_it_is_the_path_of_the_actuator() {
        assertThat(paths(Map.of(), "")).containsExactly("/actuator");
        assertThat(paths(Map.of(), "/")).containsExactly("/actuator");
    }

    @Test
    void it_follows_the_path_of_the_actuator_and_of_the_servlet() {
        Map<String, Object> manage = Map.of("management.endpoints.web.base-path", "/manage/");
        assertThat(paths(manage, "")).containsExactly("/manage");
        assertThat(paths(manage, "/api")).containsExactly("/api/manage");
    }

    /// All other paths begin with a slash too.
    @Test
    void at_the_root_only_the_health_is_excluded() {
        assertThat(paths(Map.of("management.endpoints.web.base-path", "/"), ""))
                .containsExactly("/health");
        assertThat(
                        paths(
                                Map.of(
                                        "management.endpoints.web.base-path",
                                        "",
                                        "management.endpoints.web.path-mapping.health",
                                        "healthz"),
                                "/api/"))
                .containsExactly("/api/healthz");
    }

    @Test
    void a_mapping_may_begin_with_a_slash() {
        Map<String, Object> mapped =
                Map.of(
                        "management.endpoints.web.base-path",
                        "/",
                        "management.endpoints.web.path-mapping.health",
                        "/healthz");
        assertThat(paths(mapped, "")).containsExactly("/healthz");
    }

    /// As some balancers ask for by default; the limit would hold for no request.
    @Test
    void a_check_at_the_root_excludes_nothing() {
        Map<String, Object> mapped =
                Map.of(
                        "management.endpoints.web.base-path",
                        "/",
                        "management.endpoints.web.path-mapping.health",
                        "/",
                        "management.endpoint.health.group.live.additional-path",
                        "server:/",
                        "management.endpoint.health.group.ready.additional-path",
                        "server:/ready");
        assertThat(paths(mapped, "")).containsExactly("/ready");
        assertThat(paths(mapped, "/api")).containsExactly("/api/ready");
    }

    @Test
    void probes_beside_the_actuator_are_excluded_too() {
        assertThat(
                        paths(
                                Map.of(
                                        "management.endpoint.health.probes.add-additional-paths",
                                        "true"),
                                ""))
                .containsExactly("/actuator", "/livez", "/readyz");
    }

    /// One on the port of the actuator is not among the requests that are limited.
    @Test
    void additional_paths_of_groups_are_excluded_too() {
        Map<String, Object> groups =
                Map.of(
                        "management.endpoint.health.group.live.additional-path",
                        "server:/healthz",
                        "management.endpoint.health.group.ready.additionalPath",
                        "server:ready",
                        "management.endpoint.health.group.ops.additional-path",
                        "management:/ops",
                        "management.endpoint.health.group.custom.include",
                        "db");
        assertThat(paths(groups, "")).containsExactly("/actuator", "/healthz", "/ready");
        assertThat(paths(groups, "/api"))
                .containsExactly("/api/actuator", "/api/healthz", "/api/ready");
    }
}
