/// Jetty's core server with one blocking handler.
@NullMarked
package dev.loombench.zoo.jetty;

import org.jspecify.annotations.NullMarked;
