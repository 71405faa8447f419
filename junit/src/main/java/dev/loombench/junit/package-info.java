/// Annotations for tests of JUnit 5 and 6: objectives under load, carriers, pinning.
///
/// What they measure is of the whole JVM, or of a service under load, so that a class with such a
/// test runs alone where JUnit runs tests at once.
@NullMarked
package dev.loombench.junit;

import org.jspecify.annotations.NullMarked;
