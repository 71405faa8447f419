/// Netty alone: handlers on its event loops, or on threads behind them.
@NullMarked
package dev.loombench.zoo.netty;

import org.jspecify.annotations.NullMarked;
