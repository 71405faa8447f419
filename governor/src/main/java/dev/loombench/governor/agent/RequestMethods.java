package dev.loombench.governor.agent;

import java.lang.instrument.ClassFileTransformer;

/// Changes the methods of web servers; this is the version for JDKs before 24, which cannot.
///
/// The JDK's own class-file API does it, which is final since JDK 24. A library for bytecode would
/// do it on older ones, but it fails on class files that are newer than itself, and beside another
/// version of itself on the class path of the service. The JDK's always reads the JDK's classes.
final class RequestMethods {
    private RequestMethods() {}

    /// @throws UnsupportedOperationException always
    @SuppressWarnings("DoNotCallSuggester") // the version for later JDKs does it
    static ClassFileTransformer transformer() {
        throw new UnsupportedOperationException(
                "admission by the agent needs JDK 24 or later, this is JDK "
                        + Runtime.version().feature()
                        + ": use AdmissionFilter in the service");
    }
}
