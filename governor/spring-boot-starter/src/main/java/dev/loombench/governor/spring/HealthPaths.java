package dev.loombench.governor.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.PropertyResolver;

/// The beginnings of paths that are never rejected where the properties name none: those of the
/// actuator, and of its health checks beside it.
final class HealthPaths {
    private HealthPaths() {}

    /// @param properties those of the service
    /// @param dispatcherPath path of the servlet that has the actuator; empty for none
    static List<String> of(PropertyResolver properties, String dispatcherPath) {
        var root = withoutSlash(dispatcherPath);
        var base =
                withoutSlash(
                        properties.getProperty("management.endpoints.web.base-path", "/actuator"));
        var paths = new ArrayList<String>();
        if (base.isEmpty()) { // beside the paths of the service
            var health =
                    properties.getProperty(
                            "management.endpoints.web.path-mapping.health", "health");
            paths.add(root + (health.startsWith("/") ? "" : "/") + health);
        } else {
            paths.add(root + base);
        }
        if (properties.getProperty(
                "management.endpoint.health.probes.add-additional-paths", Boolean.class, false)) {
            paths.add(root + "/livez");
            paths.add(root + "/readyz");
        }
        return List.copyOf(paths);
    }

    private static String withoutSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
