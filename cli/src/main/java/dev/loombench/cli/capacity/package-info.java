/// The options, the progress and the output of `loombench capacity`.
@NullMarked
package dev.loombench.cli.capacity;

import org.jspecify.annotations.NullMarked;
