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

/// While the test runs, virtual threads of this JVM do not wait because others block the carriers:
/// in native code, in class initialisers or in file I/O. No event of Flight Recorder shows these
/// since JDK 24, unless a thread parks there.
///
/// Carriers are blocked where each has a virtual thread while others wait, and they neither run nor
/// are ready to run for 30 % of the time, by the kernel's account of each carrier (Linux). On other
/// systems the test is aborted with the reason, and so it is where no virtual thread ran while the
/// load of a [HoldsObjective] was served.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(LoombenchExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface NoBlockedCarrier {
    /// The time for which virtual threads may wait for blocked carriers, added up; at least 50 ms.
    String longerThan() default "100ms";

    /// Whether a virtual thread that blocks its carrier for so long fails the test also where no
    /// other one waits for a carrier.
    boolean evenIfOthersRun() default false;
}
