package dev.loombench.governor.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/// The beginnings of paths that are never rejected where the properties name none: those of the
/// actuator, and of its health checks beside it. A check at `/` is none: all paths begin so.
final class HealthPaths {
    private static final String GROUPS = "management.endpoint.health.group";

    /// Before a path on the port of the service; others are on that of the actuator.
    private static final String ON_SERVER = "server:";

    private static final String ALL = "/";

    private HealthPaths() {}

    /// @param environment of the service
    /// @param dispatcherPath path of the servlet that has the actuator; empty for none
    static List<String> of(Environment environment, String dispatcherPath) {
        var root = withoutSlash(dispatcherPath);
        var base =
                withoutSlash(
                        environment.getProperty("management.endpoints.web.base-path", "/actuator"));
        var paths = new ArrayList<String>();
        if (base.isEmpty()) { // beside the paths of the service
            var health =
                    environment.getProperty(
                            "management.endpoints.web.path-mapping.health", "health");
            paths.add(withSlash(health));
        } else {
            paths.add(base);
        }
        if (environment.getProperty(
                "management.endpoint.health.probes.add-additional-paths", Boolean.class, false)) {
            paths.add("/livez");
            paths.add("/readyz");
        }
        ofGroups(environment).forEach(paths::add);
        return paths.stream().filter(path -> !path.equals(ALL)).map(path -> root + path).toList();
    }

    /// The additional paths of groups on the port of the service, as in `server:/healthz`.
    private static Stream<String> ofGroups(Environment environment) {
        return Binder.get(environment)
                .bind(GROUPS, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .entrySet()
                .stream()
                .filter(property -> isAdditionalPath(property.getKey()))
                .map(Map.Entry::getValue)
                .filter(path -> path.startsWith(ON_SERVER))
                .map(path -> withSlash(path.substring(ON_SERVER.length())))
                .sorted();
    }

    /// In any of the forms that a property may be written in, as `live.additionalPath`.
    private static boolean isAdditionalPath(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT).endsWith(".additionalpath");
    }

    private static String withSlash(String path) {
        return path.startsWith("/") ? path : "/" + path;
    }

    private static String withoutSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
