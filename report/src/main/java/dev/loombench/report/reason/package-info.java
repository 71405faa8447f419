/// The reason why throughput is no higher, and what to try next.
@NullMarked
package dev.loombench.report.reason;

import org.jspecify.annotations.NullMarked;
