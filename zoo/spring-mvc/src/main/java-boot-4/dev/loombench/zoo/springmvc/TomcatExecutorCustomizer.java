package dev.loombench.zoo.springmvc;

import java.util.concurrent.Executor;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;

/// Has the embedded Tomcat run requests on an executor of ours. The one class that differs between
/// Spring Boot 3 and 4, for what it implements has moved; this is for 4.
record TomcatExecutorCustomizer(Executor executor)
        implements TomcatProtocolHandlerCustomizer<AbstractProtocol<?>> {

    @Override
    public void customize(AbstractProtocol<?> protocol) {
        protocol.setExecutor(executor);
    }
}
