package dev.loombench.zoo.helidon;

import dev.loombench.zoo.work.Echo;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.util.Optional;

/// The echo over WebSocket of one connection: its virtual thread reads a message, waits and sends the
/// response.
final class EchoListener implements WsListener {
    private Echo echo = new Echo(0);

    @Override
    public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) {
        echo = Echo.of(prologue.query().rawValue());
        return Optional.empty();
    }

    @Override
    public void onMessage(WsSession session, String text, boolean last) {
        if (last) {
            await(session);
        }
        session.send(text, last);
    }

    private void await(WsSession session) {
        try {
            echo.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is shutting down
            session.terminate();
        }
    }
}
