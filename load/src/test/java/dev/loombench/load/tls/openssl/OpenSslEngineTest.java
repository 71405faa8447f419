package dev.loombench.load.tls.openssl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What OpenSSL is told for a number of connections.
class OpenSslEngineTest {
    /// 34 KiB each: 1,927 connections have 63.98 MiB, and one more has 64.02 MiB.
    @Test
    void connections_keep_their_buffers_up_to_64_mib() {
        assertThat(OpenSslEngine.releasesBuffers(1_927)).isFalse();
        assertThat(OpenSslEngine.releasesBuffers(1_928)).isTrue();
        assertThat(OpenSslEngine.releasesBuffers(1_000_000)).isTrue();
    }
}
