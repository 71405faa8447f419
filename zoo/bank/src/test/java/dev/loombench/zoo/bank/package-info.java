@NullMarked
package dev.loombench.zoo.bank;

import org.jspecify.annotations.NullMarked;
