package dev.loombench.analysis.concurrency;

import dev.loombench.experiment.ServiceCommand;
import dev.loombench.experiment.Variant;

/// The carriers of a variant's virtual threads, where its JVM does not report them: JDK 24 and
/// later do.
public final class ConfiguredCarriers {
    /// The property that sets their number.
    static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

    private ConfiguredCarriers() {}

    /// As many as its command or its flags set, else one for each processor that it may use: a JVM
    /// counts a part of a processor as one.
    ///
    /// @param processors of the machine
    public static int of(Variant variant, int processors) {
        var words = variant.service().map(ServiceCommand::words).orElseGet(variant::jvm);
        var set = ConfiguredLimits.systemProperty(words, PROPERTY);
        return set.isPresent()
                ? Math.toIntExact(set.getAsLong())
                : (int) Math.ceil(variant.cores(processors));
    }
}
