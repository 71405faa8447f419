/// Observation through the operating system: `/proc` on Linux, OSHI elsewhere.
@NullMarked
package dev.loombench.observe.proc;

import org.jspecify.annotations.NullMarked;
