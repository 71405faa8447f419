/// Vert.x on its event loops, and on virtual threads behind them.
@NullMarked
package dev.loombench.zoo.vertx;

import org.jspecify.annotations.NullMarked;
