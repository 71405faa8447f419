/// Readers of files that a JVM has written: thread dumps, recordings, crash logs, logs of
/// collections.
@NullMarked
package dev.loombench.observe.file;

import org.jspecify.annotations.NullMarked;
