package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// A configuration of a server, compared with the other variants of an experiment.
///
/// @param name unique in the experiment, shown in every table
/// @param server a server of the zoo, as in `tomcat`
/// @param model a concurrency model of that server, as in `virtual`
/// @param threads the threads that run the model's handlers or tasks
/// @param settings settings of the model, as in `threads` -> `200`; passed as `--threads 200`
/// @param jvm flags for the server's JVM, as in `-Xmx512m`
/// @param jdk the JDK it runs on; empty for the lab's own
/// @param cpus processors the server may use, as in `0` or `0-1`; empty for all
/// @param workingDirectory empty for the trial's own
/// @param environment variables added to the lab's own
/// @param port port to listen on; 0 for a free one
public record Variant(
        @JsonProperty("name") String name,
        @JsonProperty("server") String server,
        @JsonProperty("model") String model,
        @JsonProperty("threads") Threading threads,
        @JsonProperty("settings") Map<String, String> settings,
        @JsonProperty("jvm") List<String> jvm,
        @JsonProperty("jdk") Optional<Jdk> jdk,
        @JsonProperty("cpus") Optional<String> cpus,
        @JsonProperty("workingDirectory") Optional<Path> workingDirectory,
        @JsonProperty("environment") Map<String, String> environment,
        @JsonProperty("port") int port) {

    public Variant {
        if (name.isBlank()) {
            throw new SpecError("a variant needs a name");
        }
        if (port < 0 || port > 65_535) {
            throw new SpecError("port must be between 0 and 65535, was " + port);
        }
        cpus.ifPresent(Variant::checkedCpus);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        jvm = List.copyOf(jvm);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /// A variant with every default: the lab's JDK, all processors, a free port.
    public static Variant of(
            String server, String model, Threading threads, Map<String, String> settings) {
        return new Variant(
                defaultName(server, model, settings),
                server,
                model,
                threads,
                settings,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0);
    }

    /// The name of a variant without a `name`: `tomcat platform-pool 200`.
    public static String defaultName(String server, String model, Map<String, String> settings) {
        var threads = settings.get("threads");
        return server + " " + model + (threads == null ? "" : " " + threads);
    }

    /// The number of processors that the server may use; empty for all.
    public OptionalInt allowedCpus() {
        return cpus.isEmpty() ? OptionalInt.empty() : OptionalInt.of(count(cpus.get()));
    }

    /// Processors in a list such as `0-2,4`; one that is listed twice counts once.
    private static int count(String cpus) {
        var listed = new BitSet();
        for (var range : cpus.split(",", -1)) {
            var ends = range.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            listed.set(first, Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return listed.cardinality();
    }

    public static String checkedCpus(String cpus) {
        if (!cpus.matches("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*")) {
            throw new SpecError("cpus must be a list like 0 or 0-1 or 0,2, was \"" + cpus + "\"");
        }
        var ranges = Pattern.compile("(\\d+)-(\\d+)").matcher(cpus);
        while (ranges.find()) {
            if (Integer.parseInt(ranges.group(1)) > Integer.parseInt(ranges.group(2))) {
                throw new SpecError(
                        "a range of cpus must count upwards, was \"" + ranges.group() + "\"");
            }
        }
        return cpus;
    }
}
