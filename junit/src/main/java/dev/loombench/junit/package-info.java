/// Annotations for tests of JUnit 5 and 6: objectives under load, carriers, pinning.
@NullMarked
package dev.loombench.junit;

import org.jspecify.annotations.NullMarked;
