/// TLS by the JDK.
@NullMarked
package dev.loombench.load.tls.jdk;

import org.jspecify.annotations.NullMarked;
