package dev.loombench.load.tls;

import dev.loombench.text.WrongInput;

/// Selects the library that speaks TLS.
public enum TlsChoice {
    /// OpenSSL where it can be loaded, otherwise the JDK.
    AUTO,
    OPENSSL,
    JDK;

    /// The system property that selects, for benchmarks and for tests.
    public static final String PROPERTY = "loombench.tls";

    /// The choice of the system property; `AUTO` without it.
    ///
    /// @throws WrongInput when none has its name
    public static TlsChoice ofProperty() {
        var name = System.getProperty(PROPERTY, "auto");
        return switch (name) {
            case "auto" -> AUTO;
            case "openssl" -> OPENSSL;
            case "jdk" -> JDK;
            default ->
                    throw new WrongInput(
                            "the property %s must be auto, openssl or jdk, was \"%s\""
                                    .formatted(PROPERTY, name));
        };
    }
}
