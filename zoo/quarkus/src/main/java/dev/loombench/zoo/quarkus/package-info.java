/// Quarkus REST in its three ways: on the worker pool, on virtual threads, on the event loops.
@NullMarked
package dev.loombench.zoo.quarkus;

import org.jspecify.annotations.NullMarked;
