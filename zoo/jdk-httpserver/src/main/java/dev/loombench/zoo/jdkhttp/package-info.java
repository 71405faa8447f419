/// The JDK's own HTTP server in three thread models.
@NullMarked
package dev.loombench.zoo.jdkhttp;

import org.jspecify.annotations.NullMarked;
