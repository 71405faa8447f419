/// What bounds a variant's throughput, and where its requests wait.
@NullMarked
package dev.loombench.analysis.bottleneck;

import org.jspecify.annotations.NullMarked;
