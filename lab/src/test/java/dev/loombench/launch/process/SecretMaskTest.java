package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.spec.load.ValueSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecretMaskTest {
    @Test
    void secrets_of_requests_are_masked_as_they_are_sent_and_decoded() {
        var mask =
                SecretMask.ofRequests(
                        List.of(
                                new ValueSource.Secret(Optional.of("ses%2Fame")),
                                new ValueSource.Secret(Optional.of("100%")),
                                new ValueSource.Secret(Optional.empty()),
                                new ValueSource.Counter(1)));
        assertThat(mask.of("a ses%2Fame b ses/ame c")).isEqualTo("a *** b *** c");
        assertThat(mask.of("100% of 1")).as("too short for a secret").isEqualTo("100% of 1");
    }
}
