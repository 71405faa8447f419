package dev.loombench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// While the test runs, no virtual thread of this JVM waits while it is pinned to its carrier, as
/// Flight Recorder sees it: below a native frame or in a class initialiser.
///
/// A thread that blocks in native code or in file I/O causes no such event: [NoBlockedCarrier]. The
/// test is aborted where no virtual thread ran while the load of a [HoldsObjective] was served.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(LoombenchExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface NoPinning {
    /// Shorter waits are no failure.
    String longerThan() default "1ms";
}
