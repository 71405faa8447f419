package dev.loombench.observe.result;

/// A property that a configuration file of an application sets.
///
/// @param property as in `server.tomcat.threads.max`
/// @param value a number, `true` or `false`, also of the variable that it refers to; empty for
///   others, which are not kept
/// @param file its name, as in `application.yml`
/// @param conditional whether it holds for a profile only
public record FileSetting(String property, String value, String file, boolean conditional) {}
