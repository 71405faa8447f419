/// Load on several machines: agents that drive shares of one load, and the controller that starts
/// them together and merges their results without loss.
@NullMarked
package dev.loombench.agent;

import org.jspecify.annotations.NullMarked;
