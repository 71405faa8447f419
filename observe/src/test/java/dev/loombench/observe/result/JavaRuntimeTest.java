package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaRuntimeTest {
    private static JavaRuntime of(String release) {
        return JavaRuntime.ofRelease(release).orElseThrow();
    }

    @Test
    void a_release_file_names_version_vendor_and_virtual_machine() {
        var temurin =
                of(
                        """
                        IMPLEMENTOR="Eclipse Adoptium"
                        JAVA_RUNTIME_VERSION="25.0.3+9-LTS"
                        JAVA_VERSION="25.0.3"
                        JVM_VARIANT="Hotspot"
                        """);
        assertThat(temurin)
                .isEqualTo(
                        new JavaRuntime(
                                "25.0.3",
                                VirtualMachine.HOTSPOT,
                                "Eclipse Adoptium",
                                JavaRuntime.platformHere()));
        var semeru =
                of(
                        "IMPLEMENTOR=\"IBM Corporation\"\nJAVA_VERSION=\"25.0.4\"\nJVM_VARIANT=\"Openj9\"\n");
        assertThat(semeru.vm()).isEqualTo(VirtualMachine.OPENJ9);
        var debian = of("JAVA_VERSION=\"17.0.15\"\n");
        assertThat(debian.vm()).isEqualTo(VirtualMachine.HOTSPOT);
        assertThat(debian.vendor()).isEmpty();
        assertThat(of("JAVA_VERSION=\"21.0.8\"\nJVM_VARIANT=\"Zing\"\n").vm())
                .isEqualTo(VirtualMachine.OTHER);
    }

    @Test
    void a_version_may_have_a_suffix() {
        assertThat(of("JAVA_VERSION=\"26-ea\"").release()).isEqualTo("26");
        assertThat(of("JAVA_VERSION=1.8.0_402\n").release()).isEqualTo("1.8.0_402");
        assertThat(JavaRuntime.ofRelease("NAME=\"Debian\"")).isEmpty();
    }
}
