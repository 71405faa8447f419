package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.validity.load.Http2Finding.ConnectionErrors;
import dev.loombench.analysis.validity.load.Http2Finding.HeadersLimited;
import dev.loombench.analysis.validity.load.Http2Finding.OneConnection;
import dev.loombench.analysis.validity.load.Http2Finding.StreamErrors;
import dev.loombench.analysis.validity.load.Http2Finding.StreamsLimited;
import dev.loombench.finding.Kind;

/// A difference between the requested load and the load that reached the server.
public sealed interface LoadFinding extends VariantFinding
        permits ArrivalsOmitted,
                CertificatesUnchecked,
                ConnectionsClosed,
                ConnectionsNotAchieved,
                DeadlineMissed,
                Errors,
                Http2Finding,
                RequestsNotSent,
                UnrequestedMessages,
                WaitsFromBefore,
                WindowTooShort {
    @Override
    default Topic topic() {
        return Topic.LOAD;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ArrivalsOmitted _ -> ArrivalsOmitted.KIND;
            case CertificatesUnchecked _ -> CertificatesUnchecked.KIND;
            case ConnectionErrors _ -> ConnectionErrors.KIND;
            case ConnectionsClosed _ -> ConnectionsClosed.KIND;
            case ConnectionsNotAchieved _ -> ConnectionsNotAchieved.KIND;
            case DeadlineMissed _ -> DeadlineMissed.KIND;
            case Errors _ -> Errors.KIND;
            case HeadersLimited _ -> HeadersLimited.KIND;
            case OneConnection _ -> OneConnection.KIND;
            case RequestsNotSent _ -> RequestsNotSent.KIND;
            case StreamErrors _ -> StreamErrors.KIND;
            case StreamsLimited _ -> StreamsLimited.KIND;
            case UnrequestedMessages _ -> UnrequestedMessages.KIND;
            case WaitsFromBefore _ -> WaitsFromBefore.KIND;
            case WindowTooShort _ -> WindowTooShort.KIND;
        };
    }
}
