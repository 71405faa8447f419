package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentAddressesTest {
    @Test
    void a_list_of_hosts_and_ports_is_parsed_in_order() {
        assertThat(AgentAddresses.parseList("--load-on", "10.0.0.2:7800, [2001:db8::1]:7801"))
                .containsExactly(
                        new InetSocketAddress("10.0.0.2", 7800),
                        new InetSocketAddress("2001:db8::1", 7801));
    }

    @Test
    void an_agent_given_twice_is_refused_even_under_two_names() {
        assertThatThrownBy(() ->
                        AgentAddresses.parseList(
                                "--load-on", "127.0.0.1:7800,[::ffff:127.0.0.1]:7800"))
                .isInstanceOf(WrongInput.class)
                .hasMessage("--load-on names the agent 127.0.0.1:7800 twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10.0.0.2",
                "10.0.0.2:",
                ":7800",
                "10.0.0.2:70000",
                "10.0.0.2:1,,10.0.0.3:1",
                "::1:7800"
            })
    void what_is_no_host_with_a_port_is_refused(String text) {
        assertThatThrownBy(() -> AgentAddresses.parseList("--load-on", text))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("--load-on takes HOST:PORT, as in 10.0.0.2:7800");
    }

    @Test
    void an_agent_has_a_port_above_0() {
        assertThatThrownBy(() -> AgentAddresses.parseList("--load-on", "10.0.0.2:0"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("port 0");
        assertThat(AgentAddresses.parse("--listen", "10.0.0.2:0").getPort()).isZero();
    }
}
