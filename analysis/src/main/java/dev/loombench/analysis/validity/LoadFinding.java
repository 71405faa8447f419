package dev.loombench.analysis.validity;

/// A difference between the requested load and the load that reached the server.
public sealed interface LoadFinding extends VariantFinding
        permits ArrivalsOmitted,
                CertificatesUnchecked,
                ConnectionErrors,
                ConnectionsClosed,
                ConnectionsNotAchieved,
                DeadlineMissed,
                Errors,
                OneConnection,
                RequestsNotSent,
                StreamErrors,
                StreamsLimited,
                WindowTooShort {}
