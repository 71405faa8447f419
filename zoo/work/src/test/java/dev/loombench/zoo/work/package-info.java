@NullMarked
package dev.loombench.zoo.work;

import org.jspecify.annotations.NullMarked;
