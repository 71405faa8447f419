/// Linux io_uring through the foreign function API: the queues, without policy.
@NullMarked
package dev.loombench.uring;

import org.jspecify.annotations.NullMarked;
