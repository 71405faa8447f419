package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Many connections to one server, which send the same request at once.
final class RawClients implements AutoCloseable {
    private final List<RawHttp> clients = new ArrayList<>();

    RawClients(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            clients.add(new RawHttp(port));
        }
    }

    List<RawHttp> each() {
        return clients;
    }

    void send(String path) throws IOException {
        for (var client : clients) {
            client.send(path);
        }
    }

    void receive() throws IOException {
        for (var client : clients) {
            assertThat(client.receive().status()).isEqualTo(200);
        }
    }

    void exchange(String path) throws IOException {
        send(path);
        receive();
    }

    @Override
    public void close() throws IOException {
        for (var client : clients) {
            client.close();
        }
    }
}
