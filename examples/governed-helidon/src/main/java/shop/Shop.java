package shop;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.carrier.CarrierGovernor;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.HttpRouting;
import java.net.InetAddress;

/** A shop with the governor by two system properties. */
public final class Shop {
    /** A rejected check of health would end a service that only has much to do. */
    private static final String HEALTH = "/observe/health";

    private Shop() {}

    public static void main(String[] args) {
        start();
    }

    static WebServer start() {
        if (Boolean.getBoolean("loombench.carriers.enabled")) {
            CarrierGovernor.start(); // until the JVM ends
        }
        return WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(Integer.getInteger("port", 8080))
                .routing(Shop::routes)
                .build()
                .start();
    }

    private static void routes(HttpRouting.Builder routing) {
        if (Boolean.getBoolean("loombench.admission.enabled")) {
            routing.addFilter(admission(AdmissionLimit.adaptive()));
        }
        routing.get("/price", (request, response) -> response.send(PriceLibrary.price()));
    }

    /** Above the limit, requests get 503 with Retry-After at once. */
    private static Filter admission(AdmissionLimit limit) {
        return (chain, request, response) -> {
            if (request.prologue().uriPath().path().startsWith(HEALTH)) {
                chain.proceed();
                return;
            }
            switch (limit.tryAcquire()) {
                case Admission.Rejected rejected ->
                        response.status(Status.SERVICE_UNAVAILABLE_503)
                                .header(
                                        HeaderNames.RETRY_AFTER,
                                        Long.toString(rejected.retryAfterSeconds()))
                                .send();
                case Admission.Permit permit -> {
                    boolean succeeded = false;
                    try {
                        permit.yieldToWaitingRequests(); // they are counted first
                        chain.proceed();
                        succeeded = response.status().code() < 500;
                    } finally {
                        if (succeeded) {
                            permit.close();
                        } else {
                            permit.ignore(); // an early failure is no response time
                        }
                    }
                }
            }
        };
    }
}
