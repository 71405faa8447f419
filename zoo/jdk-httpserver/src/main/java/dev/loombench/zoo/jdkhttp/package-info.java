/// The HTTP server of the JDK in several thread models.
@NullMarked
package dev.loombench.zoo.jdkhttp;

import org.jspecify.annotations.NullMarked;
