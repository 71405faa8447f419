/// Governs how many carriers the JDK's scheduler of virtual threads may use.
@NullMarked
package dev.loombench.governor.carrier;

import org.jspecify.annotations.NullMarked;
