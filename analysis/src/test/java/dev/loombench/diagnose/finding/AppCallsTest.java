package dev.loombench.diagnose.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppCallsTest {
    @Test
    void the_call_of_the_application_is_found_below_many_frames_of_the_jdk() {
        var frames = new ArrayList<String>();
        for (int i = 0; i < 40; i++) {
            frames.add(
                    "java.util.stream.ReferencePipeline.step(ReferencePipeline.java:%d)"
                            .formatted(i));
        }
        frames.add("jdk.proxy2.$Proxy12.load(Unknown Source)");
        frames.add("org.springframework.aop.framework.CglibAopProxy.proceed(CglibAopProxy.java:7)");
        frames.add("com.example.Shop$$SpringCGLIB$$0.order(<generated>)");
        frames.add("com.example.Shop.serve(Shop.java:12)");
        assertThat(AppCalls.of(frames)).isEqualTo("com.example.Shop.serve(Shop.java:12)");
    }

    @ParameterizedTest
    @CsvSource({
        "Svc.lambda$main$3(Svc.java:44), Svc.main(Svc.java:44)",
        "Svc.lambda$static$0(Svc.java:4), Svc.<clinit>(Svc.java:4)",
        "com.example.Svc.lambda$new$12(Svc.java:9), com.example.Svc.<init>(Svc.java:9)",
        "com.example.SvcKt.main$lambda$2$1(Svc.kt:9), com.example.SvcKt.main(Svc.kt:9)",
        "com.example.Svc$.$anonfun$run$1(Svc.scala:5), com.example.Svc$.run(Svc.scala:5)",
        "com.example.Svc.lambda(Svc.java:5), com.example.Svc.lambda(Svc.java:5)"
    })
    void a_lambda_is_named_by_the_method_that_holds_it(String frame, String call) {
        assertThat(AppCalls.of(List.of("java.lang.Thread.sleep(Thread.java:540)", frame)))
                .isEqualTo(call);
    }

    @Test
    void a_generated_class_is_named_only_where_nothing_else_is_there() {
        var lambda = "Shop$$Lambda/0x000000006d041800.run(Unknown Source)";
        assertThat(AppCalls.of(List.of(lambda, "Shop.serve(Shop.java:12)")))
                .isEqualTo("Shop.serve(Shop.java:12)");
        assertThat(
                        AppCalls.of(
                                List.of(
                                        lambda,
                                        "java.lang.reflect.Method.invoke(Method.java:1)",
                                        "Shop.serve(Shop.java:12)")))
                .isEqualTo("Shop.serve(Shop.java:12)");
        assertThat(AppCalls.of(List.of(lambda, "java.lang.Thread.run(Thread.java:1)")))
                .isEqualTo("java.lang.Thread.run(Thread.java:1)");
        assertThat(AppCalls.of(List.of(lambda))).isEqualTo(lambda);
    }

    /// The frame of the library tells what waits, that of the application who waits.
    @ParameterizedTest
    @CsvSource({
        "org.postgresql.core.VisibleBufferedInputStream.readMore(V.java:192)",
        "ch.qos.logback.core.OutputStreamAppender.writeBytes(O.java:200)",
        "org.hibernate.internal.SessionImpl.find(S.java:1)",
        "com.zaxxer.hikari.pool.HikariPool.getConnection(H.java:163)",
        "okhttp3.RealCall.execute(R.java:9)"
    })
    void the_call_of_a_library_is_shown_with_its_caller(String library) {
        var frames =
                List.of(
                        "java.lang.Thread.sleep(Thread.java:540)",
                        library,
                        "org.springframework.jdbc.core.JdbcTemplate.execute(JdbcTemplate.java:1)",
                        "jdk.proxy2.$Proxy12.load(Unknown Source)",
                        "Shop$$SpringCGLIB$$0.order(<generated>)",
                        "Shop.lambda$order$0(Shop.java:30)",
                        "Shop.serve(Shop.java:12)");
        assertThat(AppCalls.of(frames)).as("by which stacks are told apart").isEqualTo(library);
        assertThat(AppCalls.mostFrequent(List.of(frames)))
                .containsExactly(library + " called by Shop.order(Shop.java:30)");
        assertThat(AppCalls.mostFrequent(List.of(frames.subList(0, 4)))).containsExactly(library);
    }

    /// A driver, a log, a client, and an agent.
    @ParameterizedTest
    @CsvSource({
        "org.hsqldb.jdbc.JDBCStatement.execute(J.java:1)",
        "net.logstash.logback.appender.AsyncDisruptorAppender.append(A.java:1)",
        "kong.unirest.core.BaseRequest.asString(B.java:1)",
        "com.newrelic.agent.Transaction.finish(T.java:1)"
    })
    void a_library_is_no_caller(String library) {
        var frames = List.of("Net.read(Net.java:1)", library, "Shop.order(Shop.java:30)");
        assertThat(AppCalls.withCaller(frames))
                .isEqualTo("Net.read(Net.java:1) called by Shop.order(Shop.java:30)");
    }

    @Test
    void a_small_method_is_shown_with_its_caller() {
        var orders =
                List.of(
                        "java.lang.Thread.sleep(Thread.java:540)",
                        "Waits.sleep(Waits.java:12)",
                        "Waits.lambda$sleep$0(Waits.java:14)",
                        "jdk.internal.reflect.DirectMethodHandleAccessor.invoke(D.java:104)",
                        "Orders$$SpringCGLIB$$0.load(<generated>)",
                        "Orders.load(Orders.java:40)",
                        "Web.show(Web.java:7)");
        var call = "Waits.sleep(Waits.java:12)";
        var named = call + " called by Orders.load(Orders.java:40)";
        assertThat(AppCalls.of(orders)).as("by which stacks are told apart").isEqualTo(call);
        assertThat(AppCalls.withCaller(orders)).isEqualTo(named);
        assertThat(AppCalls.withCaller(orders.subList(0, 5))).isEqualTo(call);
        var carts = List.of(call, "Carts.load(Carts.java:9)");
        assertThat(AppCalls.mostFrequent(List.of(orders, orders, carts)))
                .containsExactly(named, call + " called by Carts.load(Carts.java:9)");
        assertThat(AppCalls.ofAll(List.of(orders, orders))).isEqualTo(named);
        assertThat(AppCalls.ofAll(List.of(orders, carts))).as("of two callers").isEqualTo(call);
    }

    /// Of Hibernate, an interface of the application, Quarkus, Weld, Micronaut and AspectJ.
    @ParameterizedTest
    @CsvSource({
        "Shop$HibernateProxy$Xy.order(Unknown Source)",
        "shop.$Proxy12.order(Unknown Source)",
        "shop.Shop_Subclass.order(Unknown Source)",
        "shop.Shop_ClientProxy.order(Unknown Source)",
        "shop.Shop$Proxy$_$$_WeldClientProxy.order(Unknown Source)",
        "shop.$Shop$Definition$Intercepted.order(Unknown Source)",
        "shop.Shop$AjcClosure1.run(Shop.java:1)"
    })
    void a_generated_class_is_no_call(String generated) {
        var shop = "Shop.serve(Shop.java:12)";
        assertThat(AppCalls.withCaller(List.of(generated, shop))).isEqualTo(shop);
        assertThat(AppCalls.withCaller(List.of("Net.read(Net.java:1)", generated, shop)))
                .endsWith(" called by " + shop);
    }

    @Test
    void an_application_in_the_packages_of_a_library_is_the_caller() {
        var petclinic = "org.springframework.samples.petclinic.Owners.find(Owners.java:7)";
        assertThat(AppCalls.withCaller(List.of("org.h2.Parser.read(Parser.java:1)", petclinic)))
                .isEqualTo("org.h2.Parser.read(Parser.java:1) called by " + petclinic);
        assertThat(AppCalls.withCaller(List.of(petclinic))).isEqualTo(petclinic);
    }
}
