package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ScriptableProcess;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadedClassesIT {
    @Test
    void a_virtual_thread_is_known_from_the_first_one_on() throws Exception {
        try (var process = ScriptableProcess.start();
                var jvm = InspectedJvm.attach(process.pid())) {
            assertThat(jvm.ranVirtualThreads()).isFalse();
            process.call("sleep-virtual", 1);
            assertThat(jvm.ranVirtualThreads()).isTrue();
        }
    }

    /// That of the program is loaded, and one that is only on its class path is not.
    @Test
    void a_package_is_loaded_once_a_class_of_it_is() throws Exception {
        try (var process = ScriptableProcess.start();
                var jvm = InspectedJvm.attach(process.pid())) {
            var own = "dev.loombench.observe";
            assertThat(jvm.loaded(Set.of(own, own + ".jvm", "com.zaxxer.hikari.pool")))
                    .containsExactly(own);
        }
    }
}
