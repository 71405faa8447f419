/// Admission control: accepts the requests that a service can finish in time and rejects the others
/// at once.
@NullMarked
package dev.loombench.governor.admission;

import org.jspecify.annotations.NullMarked;
