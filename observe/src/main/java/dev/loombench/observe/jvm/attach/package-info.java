/// The way into another JVM: attach, its agent, diagnostic commands and management beans.
@NullMarked
package dev.loombench.observe.jvm.attach;

import org.jspecify.annotations.NullMarked;
