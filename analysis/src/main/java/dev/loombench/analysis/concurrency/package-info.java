/// Why throughput is no higher: where requests wait, and which limit of concurrency holds.
@NullMarked
package dev.loombench.analysis.concurrency;

import org.jspecify.annotations.NullMarked;
