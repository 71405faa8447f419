package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;

/// A difference between the requested load and the load that reached the server.
public sealed interface LoadFinding extends VariantFinding
        permits ArrivalsOmitted,
                CertificatesUnchecked,
                ConnectionsClosed,
                ConnectionsNotAchieved,
                DeadlineMissed,
                ErrorCodeFinding,
                Errors,
                HeadersLimited,
                OneConnection,
                RequestsNotSent,
                StreamsLimited,
                UnrequestedMessages,
                WaitsFromBefore,
                WindowTooShort {
    @Override
    default Topic topic() {
        return Topic.LOAD;
    }
}
