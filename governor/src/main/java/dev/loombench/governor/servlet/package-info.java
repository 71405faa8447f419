/// Admission for servlet containers; needs Jakarta Servlet 6, which the container has.
@NullMarked
package dev.loombench.governor.servlet;

import org.jspecify.annotations.NullMarked;
