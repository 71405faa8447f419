/// Placeholder.
@NullMarked
package dev.loombench.zoo.tomcat;

import org.jspecify.annotations.NullMarked;
