package dev.loombench.junit;

import dev.loombench.traffic.LoadDefaults;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// The service holds objectives under load: after the body of the test, requests leave by the clock
/// at a constant rate, whatever the service does, and response time counts from the intended send.
///
/// ```java
/// @LocalServerPort @ServiceUrl int port;
///
/// @Test
/// @HoldsObjective(value = "p99<50ms", rate = 500, path = "/price")
/// void a_price_is_fast() {}
/// ```
///
/// The test also fails where requests fail, unless an objective limits `errors`, and where the load
/// generator could not send what was requested.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(LoombenchExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface HoldsObjective {
    /// Objectives, all of which must hold: `p99<50ms`, `mean<20ms`, `errors<0.1%`.
    String[] value();

    /// Requests per second, above 0.
    double rate();

    /// Path and query of the request; by default those of the address.
    String path() default "/";

    /// Method of the request; by default GET, or POST with a body.
    String method() default "";

    /// Body of the request; empty for none.
    String body() default "";

    /// Headers of the request, as in `Accept: text/plain`.
    String[] headers() default {};

    /// The address of the service, as in `http://127.0.0.1:8080` or `https://localhost:8443`; by
    /// default that of the field or method with [ServiceUrl].
    String url() default "";

    /// Whether the certificate of an `https` address is not checked, as that of a test may be one
    /// that no authority of the JDK has signed.
    boolean insecure() default false;

    /// The most requests in flight. An arrival that finds no free connection waits, and its wait
    /// counts as response time.
    int connections() default LoadDefaults.CONNECTIONS;

    /// Time under load before the window, so that the compilers have done their work.
    String warmUp() default "5s";

    /// Length of the measured window.
    String duration() default LoadDefaults.DURATION_TEXT;

    /// The longest response; a later one counts as failed.
    String timeout() default LoadDefaults.TIMEOUT_TEXT;
}
