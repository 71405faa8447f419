package dev.loombench.load.tls.openssl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What OpenSSL is told for a number of connections.
class OpenSslEngineTest {
    /// 34 KiB each: 240 connections have 7.97 MiB, and one more has 8.002 MiB.
    @Test
    void connections_keep_their_buffers_up_to_8_mib() {
        assertThat(OpenSslEngine.releasesBuffers(240)).isFalse();
        assertThat(OpenSslEngine.releasesBuffers(241)).isTrue();
        assertThat(OpenSslEngine.releasesBuffers(1_000_000)).isTrue();
    }
}
