package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualMachineTest {
    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM, HOTSPOT",
        "Java HotSpot(TM) 64-Bit Server VM, HOTSPOT",
        "Eclipse OpenJ9 VM, OPENJ9",
        "Zing 64-Bit Tiered VM, OTHER",
        "Substrate VM, OTHER",
        "'', OTHER"
    })
    void a_virtual_machine_is_known_by_its_name(String name, VirtualMachine vm) {
        assertThat(VirtualMachine.named(name)).isEqualTo(vm);
    }
}
