package dev.loombench.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The process of the service under test, where it does not run in the JVM of the test: a field, or
/// a method without parameters, of the test class. Its value is a number, a `ProcessHandle` or a
/// `Process`.
///
/// A failed objective then names what an inspection of that process finds. The checks of carriers
/// are of the JVM of the test alone: with a process of its own, they abort the test with the
/// reason, unless it is that of the test.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface ServicePid {}
