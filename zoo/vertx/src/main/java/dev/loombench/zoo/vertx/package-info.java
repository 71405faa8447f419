/// Vert.x, on its event loops alone and with virtual threads behind them.
@NullMarked
package dev.loombench.zoo.vertx;

import org.jspecify.annotations.NullMarked;
