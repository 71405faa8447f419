package dev.loombench.spec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlTextTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1:80",
        "::1, [::1]:80",
        "::, [::]:80",
        "fe80::1:2:3:4, [fe80::1:2:3:4]:80",
        "2001:db8::, [2001:db8::]:80",
        "2001:db8:0:1:2:3:4:5, [2001:db8:0:1:2:3:4:5]:80",
    })
    void an_address_is_as_in_a_url(String address, String authority) {
        assertThat(UrlText.authority(new InetSocketAddress(InetAddress.ofLiteral(address), 80)))
                .isEqualTo(authority);
    }
}
