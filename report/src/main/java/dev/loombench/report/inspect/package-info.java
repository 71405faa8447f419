/// A diagnosis of a JVM, and the JVMs of a user, in every form.
@NullMarked
package dev.loombench.report.inspect;

import org.jspecify.annotations.NullMarked;
