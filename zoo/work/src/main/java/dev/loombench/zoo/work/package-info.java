/// The code that all servers of the zoo share, so that they differ only in the threads that run the
/// handler: the work behind each path, the command line and the lifecycle. Uses only the JDK.
@NullMarked
package dev.loombench.zoo.work;

import org.jspecify.annotations.NullMarked;
