/// Events that the kernel counts for the threads of a server, through `perf_event_open`.
@NullMarked
package dev.loombench.observe.perf;

import org.jspecify.annotations.NullMarked;
