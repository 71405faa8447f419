package dev.loombench.governor.spring;

import dev.loombench.governor.servlet.AdmissionFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/// The `AdmissionFilter` for all paths but those that the properties exclude.
final class PathFilter implements Filter {
    private final RequestRules rules;
    private final AdmissionFilter filter;

    PathFilter(RequestRules rules) {
        this.rules = rules;
        this.filter =
                new AdmissionFilter(
                        rules.partitions(),
                        request -> rules.partition(request::getHeader),
                        request -> rules.priority(request::getHeader));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && rules.excludes(path(http))) {
            chain.doFilter(request, response);
        } else {
            filter.doFilter(request, response, chain);
        }
    }

    private static String path(HttpServletRequest request) {
        return request.getRequestURI().substring(request.getContextPath().length());
    }
}
