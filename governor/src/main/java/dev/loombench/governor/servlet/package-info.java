/// Admission control for servlet containers. Requires Jakarta Servlet 6, which the container
/// provides.
@NullMarked
package dev.loombench.governor.servlet;

import org.jspecify.annotations.NullMarked;
