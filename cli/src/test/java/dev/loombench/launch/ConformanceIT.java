package dev.loombench.launch;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract for servers that come without an application framework.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true) // with -Dserver=NAME
@MethodSource("dev.loombench.launch.Candidate#plainServers")
class ConformanceIT extends HttpConformance {
    ConformanceIT(Candidate candidate) throws InterruptedException {
        super(candidate);
    }
}
