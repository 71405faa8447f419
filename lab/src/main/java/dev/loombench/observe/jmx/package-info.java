/// What a JVM tells about itself over its management beans, from outside.
@NullMarked
package dev.loombench.observe.jmx;

import org.jspecify.annotations.NullMarked;
