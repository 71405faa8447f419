/// Findings about the server's JVM and its libraries.
@NullMarked
package dev.loombench.analysis.validity.jvm;

import org.jspecify.annotations.NullMarked;
