package dev.loombench.diagnose.evidence;

import static dev.loombench.diagnose.SampleThreads.SHOP;
import static dev.loombench.diagnose.SampleThreads.SLEEP;
import static dev.loombench.diagnose.SampleThreads.requests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import org.junit.jupiter.api.Test;

class LiveThreadTest {
    private static LiveThread request(double cpuMillis, String call) {
        return Prints.history(requests(1, cpuMillis, SLEEP, call)).last().threads().getFirst();
    }

    /// It remembers the answer.
    @Test
    void a_thread_equals_the_same_one_that_was_not_asked_what_it_does() {
        var asked = request(10, SHOP);
        assertThat(asked.isAtWork()).isTrue();
        assertThat(asked.isAtWork()).isTrue();
        assertThat(asked.isFree()).isFalse();
        assertThat(asked.served()).isPresent();
        assertThat(asked).isEqualTo(request(10, SHOP)).hasSameHashCodeAs(request(10, SHOP));
        assertThat(asked).isNotEqualTo(request(20, SHOP));
        assertThat(asked).isNotEqualTo(request(10, "com.example.Shop.pay(Shop.java:31)"));
    }
}
