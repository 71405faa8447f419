package dev.loombench.governor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.admission.Limit;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the agent expects of a web server, by the Tomcat of these tests.
class RequestMethodTest {
    private static final AdmissionSettings SETTINGS =
            new AdmissionSettings(1, new ExcludedPaths(List.of()));

    @AfterEach
    void close() {
        RequestGate.close();
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT_REQUEST", "TOMCAT_END"})
    void tomcat_has_the_methods_that_are_changed(RequestMethod changed) throws Exception {
        var owner = Class.forName(changed.owner().replace('/', '.'));
        assertThat(owner.getDeclaredMethods())
                .filteredOn(method -> method.getName().equals(changed.method()))
                .extracting(RequestMethodTest::descriptor)
                .contains(changed.descriptor());
    }

    /// The added code passes the object, if there is one, and the arguments.
    @ParameterizedTest
    @EnumSource
    void the_gate_has_a_method_for_each(RequestMethod changed) throws Exception {
        int arguments =
                MethodType.fromMethodDescriptorString(
                                changed.descriptor().replaceAll("L[^;]+;", "Ljava/lang/Object;"),
                                null)
                        .parameterCount();
        int passed = changed == RequestMethod.UNDERTOW_REQUEST ? arguments : arguments + 1;
        var parameters = new Class<?>[passed];
        Arrays.fill(parameters, Object.class);
        var method = RequestGate.class.getMethod(changed.gate(), parameters);
        assertThat(method.getReturnType()).isEqualTo(boolean.class);
    }

    @Test
    void the_methods_of_tomcats_requests_are_found() {
        assertThat(new TomcatRequests(Request.class)).isNotNull();
        assertThatThrownBy(() -> new TomcatRequests(String.class))
                .hasMessageContaining("there is no method")
                .hasMessageContaining("getRequestURI");
    }

    /// A server of another kind passes, and the gate does not fail again at the next request.
    @Test
    void a_gate_that_does_not_know_the_request_stays_open() {
        var limit = new AdmissionLimit(Limit.fixed(1));
        RequestGate.open(limit, SETTINGS);
        assertThat(RequestGate.state()).contains("nothing is limited");
        RequestGate.changed(RequestMethod.TOMCAT_REQUEST);
        assertThat(RequestGate.state())
                .as("the class of its requests is loaded with the first one")
                .isEqualTo("the requests of Tomcat are limited from the first one on");
        RequestGate.changed(RequestMethod.TOMCAT_END);
        assertThat(RequestGate.state()).isEqualTo("the requests of Tomcat are limited");
        for (int i = 0; i < 3; i++) {
            assertThat(RequestGate.tomcatRequest("valve", "request", "response")).isTrue();
            assertThat(RequestGate.tomcatEnd("request")).isTrue();
        }
        assertThat(limit.inFlight()).isZero();
        assertThat(RequestGate.state()).startsWith("requests are not limited any more: ");
        RequestGate.changed(RequestMethod.JETTY_REQUEST);
        assertThat(RequestGate.state()).startsWith("requests are not limited any more: ");
    }

    /// Its permits would never be released.
    @Test
    void a_server_whose_end_of_a_request_is_not_seen_is_not_limited() {
        var limit = new AdmissionLimit(Limit.fixed(1));
        RequestGate.open(limit, SETTINGS);
        RequestGate.changed(RequestMethod.TOMCAT_REQUEST);
        RequestGate.doesNotLimit("cannot change Request");
        assertThat(RequestGate.tomcatRequest("valve", "request", "response")).isTrue();
        assertThat(limit.admitted()).isZero();
        assertThat(RequestGate.state()).isEqualTo("cannot change Request");
    }

    /// The other one cannot be changed, and says nothing of this one.
    @Test
    void each_of_two_servers_has_its_state() {
        RequestGate.open(new AdmissionLimit(Limit.fixed(1)), SETTINGS);
        RequestGate.doesNotLimit("cannot change Server");
        RequestGate.changed(RequestMethod.TOMCAT_REQUEST);
        RequestGate.changed(RequestMethod.TOMCAT_END);
        RequestGate.changed(RequestMethod.UNDERTOW_REQUEST);
        assertThat(RequestGate.state())
                .isEqualTo(
                        "the requests of Tomcat are limited; the requests of Undertow are limited;"
                                + " cannot change Server");
    }
}
