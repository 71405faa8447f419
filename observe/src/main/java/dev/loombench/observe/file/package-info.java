/// Files that a JVM has written: thread dumps, recordings, crash logs and logs of collections.
@NullMarked
package dev.loombench.observe.file;

import org.jspecify.annotations.NullMarked;
