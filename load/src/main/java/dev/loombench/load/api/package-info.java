/// The load generator for Java programs: start a load, follow its progress, read its result.
///
/// ```java
/// var load = Load.of("http://localhost:8080/hello").rate(1_000).duration(Duration.ofSeconds(30));
/// try (var measurement = load.start()) {
///     var result = measurement.result().orElseThrow();
///     System.out.println(Duration.ofNanos(result.responseTime().getValueAtPercentile(99)));
/// }
/// ```
@NullMarked
package dev.loombench.load.api;

import org.jspecify.annotations.NullMarked;
