/// Pools, executors, queues and event loops: exhausted, full, blocked, or growing.
@NullMarked
package dev.loombench.diagnose.rule.pool;

import org.jspecify.annotations.NullMarked;
