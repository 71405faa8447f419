package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.RunningJvm;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmChoiceTest {
    private static final List<RunningJvm> JVMS =
            List.of(
                    jvm(11, "shop.jar"),
                    jvm(12, "shop-admin.jar"),
                    jvm(13, "com.example.Billing"),
                    jvm(14, "com.example.BillingBatch"),
                    jvm(15, ""));

    private static RunningJvm jvm(long pid, String program) {
        return new RunningJvm(pid, program, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "shop.jar, 11",
        "shop, 11",
        "SHOP, 11",
        "admin, 12",
        "billing, 13",
        "com.example.Billing, 13",
        "batch, 14"
    })
    void a_name_that_matches_one_jvm_chooses_it(String name, long pid) {
        assertThat(JvmChoice.named(name, JVMS, "").pid()).isEqualTo(pid);
    }

    @Test
    void several_jvms_with_a_name_are_listed() {
        assertThatThrownBy(() -> JvmChoice.named("example", JVMS, ""))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("2 JVMs of this user match \"example\"")
                .hasMessageContaining("com.example.Billing        13")
                .hasMessageContaining("com.example.BillingBatch   14")
                .hasMessageNotContaining("shop");
    }

    @Test
    void a_name_of_none_is_reported_with_those_that_run() {
        assertThatThrownBy(() -> JvmChoice.named("cart", JVMS, ""))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("no JVM of this user runs \"cart\"; these JVMs do run:")
                .hasMessageContaining("shop-admin.jar");
        assertThatThrownBy(() -> JvmChoice.named("cart", List.of(), ""))
                .hasMessage("no JVM of this user runs \"cart\"; none runs at all");
        assertThatThrownBy(() -> JvmChoice.named("cart", List.of(), "no file has that name"))
                .hasMessage(
                        "no JVM of this user runs \"cart\", and no file has that name; none runs at all");
    }

    @Test
    void a_number_is_a_process_id() {
        assertThat(JvmChoice.pid("4711")).isEqualTo(4711);
    }

    /// As of a shell's variable that is not set.
    @Test
    void an_empty_name_chooses_none() {
        assertThatThrownBy(() -> JvmChoice.pid(" ")).isInstanceOf(WrongInput.class);
    }
}
