package dev.loombench.analysis.concurrency;

import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import java.util.List;

/// The carriers of a variant's virtual threads, where its JVM does not report them: JDK 24 and
/// later do.
///
/// Source: `java.lang.VirtualThread.createDefaultScheduler` of JDK 21.
public final class ConfiguredCarriers {
    /// The property that sets their number.
    static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

    /// The property that limits it, also where a thread that blocks one is replaced.
    private static final String MOST = "jdk.virtualThreadScheduler.maxPoolSize";

    /// The processors that the JVM is to count.
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    private ConfiguredCarriers() {}

    /// As many as its command or its flags set, else one for each processor that it may use: a JVM
    /// counts a part of a processor as one.
    ///
    /// @param processors of the machine
    public static int of(Variant variant, int processors) {
        var words = variant.service().map(ServiceCommand::words).orElseGet(variant::jvm);
        long carriers =
                ConfiguredLimits.systemProperty(words, PROPERTY)
                        .orElseGet(() -> processors(words, variant.cores(processors)));
        long most = ConfiguredLimits.systemProperty(words, MOST).orElse(carriers);
        return Math.toIntExact(Math.max(1, Math.min(carriers, most)));
    }

    private static long processors(List<String> words, double cores) {
        return ConfiguredLimits.lastNumber(words, PROCESSORS)
                .orElseGet(() -> (long) Math.ceil(cores));
    }
}
