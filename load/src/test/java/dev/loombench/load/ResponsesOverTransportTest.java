package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.http.HeadCache;
import dev.loombench.http.ParseStatus;
import dev.loombench.http.ResponseCase;
import dev.loombench.http.ResponseCase.Outcome;
import dev.loombench.http.ResponseParser;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Every response of `responses.txt`, sent by a server on a socket and parsed over every transport.
@ParameterizedClass
@MethodSource("dev.loombench.load.AvailableTransports#transports")
class ResponsesOverTransportTest {
    private static final int CONNECTIONS = 4;
    private static final long WAIT_NANOS = 50_000_000;

    private final TransportChoice choice;
    private final List<ResponseCase> cases = ResponseCase.all();

    ResponsesOverTransportTest(TransportChoice choice) {
        this.choice = choice;
    }

    @Test
    void every_response_amounts_to_what_the_rfc_says() throws Exception {
        try (var server = new Responder(this::respond);
                var transport = open(server)) {
            var client = new Client(transport);
            client.run();
            var wrong = new ArrayList<String>();
            client.outcomes.forEach((c, outcome) -> {
                if (!outcome.equals(c.expected())) {
                    wrong.add(c + " was " + outcome);
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(client.outcomes).hasSameSizeAs(cases);
        }
    }

    private Transport open(Responder server) throws IOException {
        var route = new Route(server.address(), List.of());
        return Transports.open(choice, route, List.of(CONNECTIONS), false).all().getFirst();
    }

    /// The path is the index of the case.
    private void respond(Responder.RequestExchange exchange) throws IOException {
        int number =
                Integer.parseInt(exchange.line().substring(5, exchange.line().lastIndexOf(' ')));
        exchange.socket().getOutputStream().write(cases.get(number).bytes());
        exchange.socket().close();
    }

    /// Handles one case after another on each connection.
    private final class Client implements Transport.Events {
        final Map<ResponseCase, Outcome> outcomes = new HashMap<>();
        private final Transport transport;
        private final int[] current = new int[CONNECTIONS];
        private final ResponseParser[] parsers = new ResponseParser[CONNECTIONS];
        private final HeadCache headCache = new HeadCache();
        private int next;

        Client(Transport transport) {
            this.transport = transport;
        }

        void run() throws IOException {
            for (int id = 0; id < CONNECTIONS; id++) {
                parsers[id] = new ResponseParser(false, headCache);
                connect(id);
            }
            while (outcomes.size() < cases.size()) {
                transport.await(System.nanoTime() + WAIT_NANOS, this);
            }
        }

        private void connect(int id) {
            if (next < cases.size()) {
                current[id] = next++;
                parsers[id].reset(cases.get(current[id]).isHead(), headCache);
                transport.connect(id);
            }
        }

        @Override
        public void opened(int id) {
            var request = "GET /" + current[id] + " HTTP/1.1\r\n\r\n";
            transport.send(id, EncodedRequest.of(request.getBytes(US_ASCII)));
        }

        @Override
        public void received(int id, ByteBuffer bytes) {
            conclude(id, parsers[id].feed(bytes));
        }

        @Override
        public void ended(int id) {
            conclude(id, parsers[id].end());
        }

        @Override
        public void broken(int id, ErrorKind error) {
            throw new AssertionError(cases.get(current[id]) + ": " + error);
        }

        private void conclude(int id, ParseStatus result) {
            if (result != ParseStatus.INCOMPLETE) {
                outcomes.put(cases.get(current[id]), Outcome.of(parsers[id], result));
                transport.close(id);
                connect(id);
            }
        }
    }
}
