package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BeginningsTest {
    private static final Beginnings SOME =
            Beginnings.of(List.of("org.h2.", "io.grpc.netty.", "io.grpc.", "rx.", "org.h2."));

    @ParameterizedTest
    @CsvSource({
        "org.h2.Driver.read, true",
        "org.h2., true",
        "io.grpc.Server.start, true",
        "io.grpc.netty.Handler.read, true",
        "io.grpc.stub.Calls.next, true",
        "rx.Observable.next, true",
        "org.h2, false",
        "org.h3.Driver.read, false",
        "io.grpd.A.a, false",
        "a.B.c, false",
        "zio.Fiber.run, false"
    })
    void a_name_begins_with_one_of_them(String name, boolean expected) {
        assertThat(SOME.begin(name)).isEqualTo(expected);
    }

    @Test
    void nothing_begins_with_none() {
        assertThat(Beginnings.of(List.of()).begin("a.B.c")).isFalse();
    }
}
