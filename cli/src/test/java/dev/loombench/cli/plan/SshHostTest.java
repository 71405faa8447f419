package dev.loombench.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SshHostTest {
    @Test
    void a_host_may_have_a_user_and_a_port_of_its_agent() {
        assertThat(SshHost.parseList("--ssh", "load1, me@load2:7801,[fe80::1%eth0]:0"))
                .containsExactly(
                        new SshHost("load1", 7800),
                        new SshHost("me@load2", 7801),
                        new SshHost("fe80::1%eth0", 0));
    }

    @Test
    void one_host_may_have_several_agents_on_ports_of_their_own() {
        assertThat(SshHost.parseList("--ssh", "a:1,a:2,a:0,a:0")).hasSize(4);
        assertThatThrownBy(() -> SshHost.parseList("--ssh", "a,b,a:7800"))
                .isInstanceOf(WrongInput.class)
                .hasMessage("--ssh names the host a:7800 twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a,",
                "-oProxyCommand=touch x",
                "-F.",
                "a b",
                "a;touch x",
                "$(touch x)",
                "`touch x`",
                "a'b",
                "a\"b",
                "a\nb",
                "me@-x",
                "@a",
                "a@b@c",
                "ssh://a",
                "a:b",
                "a:65536",
                "a:123456",
                "::1",
                "[a]",
                "ä"
            })
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> SshHost.parseList("--ssh", text)).isInstanceOf(WrongInput.class);
    }
}
