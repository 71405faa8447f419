package dev.loombench.analysis.trial;

import java.util.OptionalDouble;

/// Resources that a server, and the load generator, needed. Missing evidence is empty.
///
/// @param cpuPerRequest CPU time of the server per good response, ns
/// @param generatorCpuPerRequest CPU time of the load generator per good response, ns
/// @param peakRss highest resident set of the server until the window's end, bytes
/// @param threads most threads of the server's process at once, including the JVM's
/// @param events counted in the server, per good response
public record Cost(
        OptionalDouble cpuPerRequest,
        OptionalDouble generatorCpuPerRequest,
        OptionalDouble peakRss,
        OptionalDouble threads,
        EventsPerRequest events) {}
