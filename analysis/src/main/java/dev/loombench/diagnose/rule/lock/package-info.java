/// Locks and permits: deadlocks, queues for a lock, threads that do not go on.
@NullMarked
package dev.loombench.diagnose.rule.lock;

import org.jspecify.annotations.NullMarked;
