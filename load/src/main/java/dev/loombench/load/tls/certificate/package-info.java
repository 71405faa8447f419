/// Certificates and private keys in the files of a load.
@NullMarked
package dev.loombench.load.tls.certificate;

import org.jspecify.annotations.NullMarked;
