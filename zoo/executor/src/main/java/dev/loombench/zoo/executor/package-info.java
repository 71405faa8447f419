/// Tasks without a network, on an executor of each thread model.
@NullMarked
package dev.loombench.zoo.executor;

import org.jspecify.annotations.NullMarked;
