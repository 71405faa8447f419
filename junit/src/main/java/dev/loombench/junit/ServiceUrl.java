package dev.loombench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The address of the service under test: a field, or a method without parameters, of the test
/// class. Its value is a `String`, `URI` or `URL`, or the port on this machine as a number.
///
/// A field must be static where a framework injects into a test instance of its own, as Quarkus
/// does.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface ServiceUrl {}
