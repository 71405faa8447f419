/// What a load needs of a library that speaks TLS, and the parts of TLS that are alike for all.
@NullMarked
package dev.loombench.load.tls.engine;

import org.jspecify.annotations.NullMarked;
