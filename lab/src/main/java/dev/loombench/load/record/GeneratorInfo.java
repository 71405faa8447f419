package dev.loombench.load.record;

/// By what a load is driven, as its results tell.
///
/// @param transport its name
/// @param transportReason why not by the transport that costs least; empty if it is
/// @param pacing a label of `Pacing`
/// @param byClock whether requests have times of their own to leave at: the open model
public record GeneratorInfo(
        String transport, String transportReason, String pacing, boolean byClock) {}
