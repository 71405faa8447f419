package dev.loombench.load.record;

import java.util.Optional;
import java.util.OptionalLong;

/// How the generator drives a load, for its results.
///
/// @param transport its name
/// @param transportReason why not by the cheapest transport; empty if it is
/// @param pacing a label of `Pacing`
/// @param timerCostNanos by which the pacing was chosen; empty where it does not depend on it, or
///   where it is unknown
/// @param byClock whether requests have scheduled times: the open model
/// @param tls empty for plain TCP
/// @param streams of HTTP/2; empty for a protocol with one request at a time on each connection
public record GeneratorInfo(
        String transport,
        String transportReason,
        String pacing,
        OptionalLong timerCostNanos,
        boolean byClock,
        Optional<TlsInfo> tls,
        Optional<StreamsInfo> streams) {

    /// How it uses the streams of HTTP/2.
    ///
    /// @param perConnection the most requests at a time on one connection
    public record StreamsInfo(int perConnection) {}

    /// How it secures connections.
    ///
    /// @param engine the library and its version
    /// @param engineReason why it is not the cheapest one; empty if it is
    /// @param verified whether certificates are checked
    public record TlsInfo(String engine, String engineReason, boolean verified) {}
}
