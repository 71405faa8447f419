/// Lets in what a service can finish in time, and turns the rest away at once.
@NullMarked
package dev.loombench.governor.admission;

import org.jspecify.annotations.NullMarked;
