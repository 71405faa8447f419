/// io_uring of Linux through the foreign-function API: the queues, and no policy.
@NullMarked
package dev.loombench.uring;

import org.jspecify.annotations.NullMarked;
