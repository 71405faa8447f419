/// A line-echo server on plain TCP.
@NullMarked
package dev.loombench.zoo.echo;

import org.jspecify.annotations.NullMarked;
