/// A JVM that does nothing.
@NullMarked
package dev.loombench.zoo.hello;

import org.jspecify.annotations.NullMarked;
