package dev.loombench.observe.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Map;

/// The virtual machine of a JDK, whatever company built it.
public enum VirtualMachine {
    /// Of OpenJDK: the builds of Oracle, Eclipse Adoptium, Amazon, Azul (Zulu) and others.
    HOTSPOT("hotspot"),
    /// Of IBM Semeru.
    OPENJ9("openj9"),
    /// Any other, as Azul's Zing.
    OTHER("other");

    private final String label;

    VirtualMachine(String label) {
        this.label = label;
    }

    /// The name in files: stable.
    @JsonValue
    public String label() {
        return label;
    }

    /// By the property `java.vm.name`, as in `OpenJDK 64-Bit Server VM`, `Java HotSpot(TM) 64-Bit
    /// Server VM` and `Eclipse OpenJ9 VM`.
    public static VirtualMachine named(String name) {
        if (name.contains("OpenJ9")) {
            return OPENJ9;
        }
        return name.startsWith("OpenJDK ") || name.startsWith("Java HotSpot") ? HOTSPOT : OTHER;
    }

    /// By the `release` file of a JDK, in which OpenJ9 always names itself and HotSpot sometimes.
    ///
    /// @param properties key -> value, without quotation marks
    public static VirtualMachine of(Map<String, String> properties) {
        var variant = properties.getOrDefault("JVM_VARIANT", "").toLowerCase(Locale.ROOT);
        return switch (variant) {
            case "", "hotspot" -> HOTSPOT;
            case "openj9" -> OPENJ9;
            default -> OTHER;
        };
    }
}
