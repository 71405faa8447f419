/// What a controller and an agent send each other: explicit frames, read with limits.
@NullMarked
package dev.loombench.agent.wire;

import org.jspecify.annotations.NullMarked;
