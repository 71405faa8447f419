/// What every server of the zoo shares, so that servers differ only in who runs the handler: the
/// work behind each path, the command line, and how a server comes and goes. JDK only.
@NullMarked
package dev.loombench.zoo.work;

import org.jspecify.annotations.NullMarked;
