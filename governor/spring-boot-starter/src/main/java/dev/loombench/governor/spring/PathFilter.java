package dev.loombench.governor.spring;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;

/// A filter that applies another one to all paths but some, such as health checks: their rejection
/// would end a service that only has much to do.
final class PathFilter implements Filter {
    private final Filter filter;
    private final List<String> excluded;

    /// @param excluded beginnings of paths, without the context path
    PathFilter(Filter filter, List<String> excluded) {
        this.filter = filter;
        this.excluded = List.copyOf(excluded);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && isExcluded(http)) {
            chain.doFilter(request, response);
        } else {
            filter.doFilter(request, response, chain);
        }
    }

    private boolean isExcluded(HttpServletRequest request) {
        var path = request.getRequestURI().substring(request.getContextPath().length());
        return excluded.stream().anyMatch(start -> isBelow(path, start));
    }

    /// `/actuator` is the beginning of `/actuator/health`, not of `/actuators`.
    static boolean isBelow(String path, String start) {
        return path.startsWith(start)
                && (path.length() == start.length()
                        || start.endsWith("/")
                        || path.charAt(start.length()) == '/');
    }
}
