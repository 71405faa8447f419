package dev.loombench.observe.result;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The Java runtime of a process.
///
/// @param release as in `25.0.3`
/// @param vendor as it names itself, as in `Eclipse Adoptium`; empty where it does not
/// @param platform operating system and processor, as in `Linux amd64`
public record JavaRuntime(String release, VirtualMachine vm, String vendor, String platform) {
    private static final Pattern PROPERTY = Pattern.compile("(?m)^(\\w+)=\"?(.*?)\"?\\s*$");
    private static final Pattern NUMBERS = Pattern.compile("[\\d._]*\\d");

    /// That of a home on this machine, by its `release` file.
    ///
    /// @param text of the file
    /// @return empty where it is of no Java runtime
    public static Optional<JavaRuntime> ofRelease(String text) {
        var properties = properties(text);
        var version = NUMBERS.matcher(properties.getOrDefault("JAVA_VERSION", ""));
        return version.lookingAt()
                ? Optional.of(
                        new JavaRuntime(
                                version.group(),
                                VirtualMachine.of(properties),
                                properties.getOrDefault("IMPLEMENTOR", ""),
                                platformHere()))
                : Optional.empty();
    }

    private static Map<String, String> properties(String text) {
        var properties = new HashMap<String, String>();
        PROPERTY.matcher(text)
                .results()
                .forEach(line -> properties.putIfAbsent(line.group(1), line.group(2)));
        return properties;
    }

    /// The platform of this process.
    public static String platformHere() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }
}
