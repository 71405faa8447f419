/// Quarkus REST in three models: worker pool, virtual threads, event loops.
@NullMarked
package dev.loombench.zoo.quarkus;

import org.jspecify.annotations.NullMarked;
