package dev.loombench.analysis.defect;

import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.VirtualMachine;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The Java runtimes on which a defect shows.
///
/// @param vms at least one
/// @param vendor part of the name of the vendor whose builds alone have it; empty for all builds
/// @param platform words of the platform, as in `Linux aarch64`, which alone has it; empty for all
/// @param releases of the JDK; none for all
/// @param fixed builds that have the fix although others of the same release do not
public record RuntimeScope(
        Set<VirtualMachine> vms,
        String vendor,
        String platform,
        List<VersionRange> releases,
        List<FixedBuilds> fixed) {

    /// @param vendor part of its name
    public record FixedBuilds(String vendor, VersionRange releases) {
        private boolean include(JavaRuntime java) {
            return java.vendor().contains(vendor) && releases.contains(new Version(java.release()));
        }
    }

    public RuntimeScope {
        if (vms.isEmpty()) {
            throw new IllegalArgumentException("a defect shows on at least one virtual machine");
        }
        vms = Set.copyOf(vms);
        releases = List.copyOf(releases);
        fixed = List.copyOf(fixed);
    }

    public boolean includes(JavaRuntime java) {
        return vms.contains(java.vm())
                && java.vendor().contains(vendor)
                && isOn(java.platform())
                && (releases.isEmpty()
                        || VersionRange.anyContains(releases, new Version(java.release())))
                && fixed.stream().noneMatch(builds -> builds.include(java));
    }

    private boolean isOn(String actual) {
        return platform.isEmpty()
                || Arrays.asList(actual.split(" ", -1))
                        .containsAll(Arrays.asList(platform.split(" ", -1)));
    }
}
