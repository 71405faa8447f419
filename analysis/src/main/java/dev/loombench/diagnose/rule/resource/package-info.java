/// Processors and memory: collections and other stops of all threads, quotas, threads that use a
/// processor, heap and other memory.
@NullMarked
package dev.loombench.diagnose.rule.resource;

import org.jspecify.annotations.NullMarked;
