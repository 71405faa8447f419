package dev.loombench;

import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.VirtualMachine;

/// Java runtimes on Linux.
public final class SampleRuntimes {
    private static final String PLATFORM = "Linux amd64";

    private SampleRuntimes() {}

    /// A build of Eclipse Adoptium.
    public static JavaRuntime hotSpot(String release) {
        return hotSpot(release, "Eclipse Adoptium", PLATFORM);
    }

    public static JavaRuntime hotSpot(String release, String vendor, String platform) {
        return new JavaRuntime(release, VirtualMachine.HOTSPOT, vendor, platform);
    }

    /// A build of IBM Semeru.
    public static JavaRuntime openJ9(String release) {
        return new JavaRuntime(release, VirtualMachine.OPENJ9, "IBM Corporation", PLATFORM);
    }
}
