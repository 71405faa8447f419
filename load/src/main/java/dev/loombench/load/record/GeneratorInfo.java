package dev.loombench.load.record;

/// How the generator drives a load, for its results.
///
/// @param transport its name
/// @param transportReason why not by the cheapest transport; empty if it is
/// @param pacing a label of `Pacing`
/// @param byClock whether requests have scheduled times: the open model
public record GeneratorInfo(
        String transport, String transportReason, String pacing, boolean byClock) {}
