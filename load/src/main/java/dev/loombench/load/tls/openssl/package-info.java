/// TLS by OpenSSL, over the foreign-function API.
@NullMarked
package dev.loombench.load.tls.openssl;

import org.jspecify.annotations.NullMarked;
