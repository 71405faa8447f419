package dev.loombench.launch;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract for application frameworks, which start slowly: in a separate class, so that both
/// run at once.
@ParameterizedClass(name = "{0}", allowZeroInvocations = true) // with -Dserver=NAME
@MethodSource("dev.loombench.launch.Candidate#frameworks")
class FrameworkConformanceIT extends HttpConformance {
    FrameworkConformanceIT(Candidate candidate) throws InterruptedException {
        super(candidate);
    }
}
