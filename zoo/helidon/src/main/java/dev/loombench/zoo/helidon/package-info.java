/// Helidon's web server, which knows virtual threads alone.
@NullMarked
package dev.loombench.zoo.helidon;

import org.jspecify.annotations.NullMarked;
