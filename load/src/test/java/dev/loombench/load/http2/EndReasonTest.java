package dev.loombench.load.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorKind;
import org.junit.jupiter.api.Test;

class EndReasonTest {
    private final EndReason end = new EndReason();

    @Test
    void an_announcement_without_an_error_is_no_reason_of_failures() {
        assertThat(end.isAnnounced()).isFalse();
        assertThat(end.announce(ErrorCode.NO_ERROR)).isFalse();
        assertThat(end.isAnnounced()).isTrue();
        assertThat(end.errorOr(ErrorKind.CLOSED_EARLY)).isEqualTo(ErrorKind.CLOSED_EARLY);
    }

    @Test
    void the_first_error_stays() {
        end.announce(ErrorCode.NO_ERROR);
        assertThat(end.announce(ErrorCode.HTTP_1_1_REQUIRED)).isTrue();
        assertThat(end.announce(ErrorCode.ENHANCE_YOUR_CALM)).isFalse();
        assertThat(end.announce(ErrorCode.NO_ERROR)).isFalse();
        assertThat(end.errorOr(ErrorKind.CLOSED_EARLY)).isEqualTo(ErrorKind.HTTP1_ONLY);
    }

    @Test
    void a_cleared_one_has_no_reason() {
        end.announce(ErrorCode.ENHANCE_YOUR_CALM);
        assertThat(end.errorOr(ErrorKind.CLOSED_EARLY)).isEqualTo(ErrorKind.GO_AWAY);
        end.clear();
        assertThat(end.isAnnounced()).isFalse();
        assertThat(end.errorOr(ErrorKind.CLOSED_EARLY)).isEqualTo(ErrorKind.CLOSED_EARLY);
    }
}
