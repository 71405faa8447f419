/// What files of a JVM show, as data.
@NullMarked
package dev.loombench.observe.file.content;

import org.jspecify.annotations.NullMarked;
