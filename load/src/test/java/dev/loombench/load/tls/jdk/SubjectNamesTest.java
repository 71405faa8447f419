package dev.loombench.load.tls.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.tls.TlsIdentity;
import java.security.cert.CertificateParsingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectNamesTest {
    @ParameterizedTest
    @CsvSource({
        "my_service, my_service, true",
        "MY_Service, my_service, true",
        "my_service.stack, my_service, false",
        "web_2.stack, web_1.stack, false",
        "web_1.stack.evil, web_1.stack, false",
        "evil.web_1.stack, web_1.stack, false",
        "*.*.local, web_1.stack.local, false",
        "*stack.local, web_1.stack.local, false",
        "*.stack.local, web_1.stack.local, true",
        "*.STACK.local, web_1.stack.local, true",
        "*.stack.local, a.web_1.stack.local, false",
        "*.stack.local, stack.local, false",
        "web_*.stack.local, web_1.stack.local, false",
        "*.stack, web_1.stack, false",
        "*, my_service, false",
        "*., my_service, false",
        "*.stack.local, .stack.local, false"
    })
    void a_name_is_one_of_a_host(String name, String host, boolean expected) {
        assertThat(SubjectNames.matches(name, host)).isEqualTo(expected);
    }

    @Test
    void the_alternative_names_of_a_certificate_count_and_not_its_subject()
            throws CertificateParsingException {
        var authority = TlsIdentity.authority("my_service");
        var named = authority.issue("127.0.0.1", "my_service").chain().getFirst();
        assertThat(SubjectNames.include(named, "my_service")).isTrue();
        assertThat(SubjectNames.include(named, "other_service")).isFalse();
        assertThat(SubjectNames.include(authority.chain().getFirst(), "my_service")).isFalse();
    }
}
