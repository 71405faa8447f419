/// Helidon's web server, which has virtual threads only.
@NullMarked
package dev.loombench.zoo.helidon;

import org.jspecify.annotations.NullMarked;
