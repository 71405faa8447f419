/// Placeholder.
@NullMarked
package dev.loombench.zoo.jdkhttp;

import org.jspecify.annotations.NullMarked;
