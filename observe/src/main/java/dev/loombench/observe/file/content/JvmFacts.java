package dev.loombench.observe.file.content;

import dev.loombench.observe.result.VirtualMachine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// What a file shows of the JVM that wrote it.
///
/// @param pid as the process sees itself, often 1 in a container; empty where it is not written
/// @param version of the JDK
/// @param vendor empty where it is not written
/// @param vm the virtual machine, as the file names it; empty where it may be any
/// @param platform operating system and processor, as in `Linux amd64`; empty where it is not
///   written
/// @param processors that the JVM counts
/// @param maxHeapBytes the limit of its heap
/// @param maxDirectBytes the limit of direct buffers, where one is set
/// @param parallelism the configured number of carriers
/// @param words its command line; empty where it is not written
public record JvmFacts(
        OptionalLong pid,
        Optional<Runtime.Version> version,
        String vendor,
        Optional<VirtualMachine> vm,
        String platform,
        OptionalInt processors,
        OptionalLong maxHeapBytes,
        OptionalLong maxDirectBytes,
        OptionalLong parallelism,
        List<String> words) {
    private static final Pattern NUMBERS = Pattern.compile("[1-9]\\d{0,8}(\\.\\d{1,8})*");

    /// As HotSpot of JDK 8 has it: `25.402-b06` is that of JDK 8u402.
    private static final Pattern HOTSPOT_OF_JDK_8 =
            Pattern.compile("^25\\.(\\d{1,3})-b\\d{1,3}\\b.*");

    private static final Pattern PLATFORM = Pattern.compile("\\b(linux|windows|bsd|aix)-(\\w+)\\b");

    /// As `os.name` has them.
    private static final Map<String, String> SYSTEMS =
            Map.of("linux", "Linux", "windows", "Windows", "bsd", "Mac OS X", "aix", "AIX");

    /// Whether it is the virtual machine of IBM Semeru, as far as a file shows it.
    public boolean isOfOpenJ9() {
        return vm.filter(kind -> kind == VirtualMachine.OPENJ9).isPresent();
    }

    /// Nothing.
    public static final JvmFacts NONE =
            new JvmFacts(
                    OptionalLong.empty(),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    "",
                    OptionalInt.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    List.of());

    public JvmFacts {
        words = List.copyOf(words);
    }

    /// These, and those of another file where this one shows none.
    public JvmFacts or(JvmFacts other) {
        return new JvmFacts(
                pid.isPresent() ? pid : other.pid,
                version.or(() -> other.version),
                vendor.isEmpty() ? other.vendor : vendor,
                vm.or(() -> other.vm),
                platform.isEmpty() ? other.platform : platform,
                processors.isPresent() ? processors : other.processors,
                maxHeapBytes.isPresent() ? maxHeapBytes : other.maxHeapBytes,
                maxDirectBytes.isPresent() ? maxDirectBytes : other.maxDirectBytes,
                parallelism.isPresent() ? parallelism : other.parallelism,
                words.isEmpty() ? other.words : words);
    }

    /// `Linux amd64` of a text that contains `linux-amd64`; empty for other text.
    public static String platform(String text) {
        var platform = PLATFORM.matcher(text);
        return platform.find() ? SYSTEMS.get(platform.group(1)) + " " + platform.group(2) : "";
    }

    /// `25.0.3+9-LTS`, also `17`, `1.8.0_402` or `25.402-b06` of JDK 8; of a version with other
    /// additions its numbers; empty for other text.
    public static Optional<Runtime.Version> version(String text) {
        var word = HOTSPOT_OF_JDK_8.matcher(text.strip()).replaceFirst("1.8.0_$1");
        var version = word.startsWith("1.") ? word.substring(2).replace('_', '.') : word;
        return parsed(version).or(() -> numbers(version).flatMap(JvmFacts::parsed));
    }

    private static Optional<String> numbers(String version) {
        var numbers = NUMBERS.matcher(version);
        return numbers.lookingAt() ? Optional.of(numbers.group()) : Optional.empty();
    }

    private static Optional<Runtime.Version> parsed(String text) {
        try {
            return Optional.of(Runtime.Version.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
