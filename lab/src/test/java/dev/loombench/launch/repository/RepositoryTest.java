package dev.loombench.launch.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://repo.example/maven2",
                "https://repo.example:8443/maven2/",
                "http://localhost:8080",
                "file:/srv/maven/"
            })
    void a_file_is_below_the_root(String address) {
        assertThat(Repository.at(address).address("a/b/1/b-1.jar"))
                .hasToString(address.replaceAll("/$", "") + "/a/b/1/b-1.jar");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "repo.example",
                "/srv/maven",
                "ftp://repo.example/maven2",
                "jar:file:///a.jar!/",
                "file:srv/maven",
                "file://repo.example/maven",
                "https:///maven2",
                "https://repo.example/maven2?x=1",
                "https://repo.example/a b"
            })
    void another_address_is_refused(String address) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Repository.at(address))
                .withMessageContaining("LOOMBENCH_REPOSITORY");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://me:secret@repo.example/maven2",
                "https://me:a/secret@repo.example/maven2",
                "https://me:1/secret@repo.example/maven2",
                "https://me:a@secret@repo.example/maven2",
                "https://me:a?secret@repo.example/maven2",
                "https://me:a b/secret@repo.example/maven2",
                "https:me:secret@repo.example/maven2",
                "https://repo.example/maven2?token=secret",
                "https://repo.example/maven2?token=a@secret",
                "https://repo.example/maven2#secret",
                "https://me:secret@repo.example/maven2?token=secret"
            })
    void a_secret_is_not_repeated(String address) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Repository.at(address))
                .withMessageNotContaining("secret");
    }

    @Test
    void what_is_no_secret_is_shown() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Repository.at("https://me:secret@repo.example/maven2"))
                .withMessageContaining("@repo.example/maven2");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Repository.at("https://repo.example/maven2?token=secret"))
                .withMessageContaining("https://repo.example/maven2");
    }
}
