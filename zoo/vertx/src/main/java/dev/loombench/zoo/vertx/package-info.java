/// Placeholder.
@NullMarked
package dev.loombench.zoo.vertx;

import org.jspecify.annotations.NullMarked;
