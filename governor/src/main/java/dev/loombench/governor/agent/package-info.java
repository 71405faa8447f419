/// Admission without a change of code: a Java agent that limits the requests of Tomcat, Jetty and
/// Undertow.
@NullMarked
package dev.loombench.governor.agent;

import org.jspecify.annotations.NullMarked;
