package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.attach.JmxConnection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names of pools in the names of their beans, of which some have no type.
class PoolBeansTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.zaxxer.hikari:type=Pool (orders) | orders",
                "oracle.ucp.admin.UniversalConnectionPoolMBean:name=UniversalConnectionPoolManager(1),poolName=shop | shop",
                "oracle.ucp.admin.UniversalConnectionPoolMBean:name=UniversalConnectionPoolManager(1359891833)-a2f5f0647-8-sonic | a2f5f0647-8-sonic",
                "shop:name=orders,connectionpool=connections | orders",
                "Catalina:type=DataSource,class=javax.sql.DataSource,name=\"jdbc/shop\",connectionpool=connections | jdbc/shop",
                "shop:type=workers(1,name=orders | orders",
                "Catalina:type=ThreadPool,name=\"http-nio-8080\" | http-nio-8080",
                "shop:connectionpool=connections | shop:connectionpool=connections"
            })
    void a_pool_has_the_name_in_that_of_its_bean(String bean, String name) {
        assertThat(PoolBeans.poolName(JmxConnection.bean(bean))).isEqualTo(name);
    }
}
