/// TLS between a transport and the protocol of a load, by OpenSSL or by the JDK.
@NullMarked
package dev.loombench.load.tls;

import org.jspecify.annotations.NullMarked;
