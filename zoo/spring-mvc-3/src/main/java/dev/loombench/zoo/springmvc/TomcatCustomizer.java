package dev.loombench.zoo.springmvc;

import java.util.function.Consumer;
import org.apache.coyote.AbstractProtocol;
import org.springframework.boot.web.embedded.tomcat.TomcatProtocolHandlerCustomizer;

/// Changes the embedded Tomcat before it starts, for Spring Boot 3. This is the only class that
/// differs between Boot 3 and 4, because its interface has moved.
record TomcatCustomizer(Consumer<AbstractProtocol<?>> change)
        implements TomcatProtocolHandlerCustomizer<AbstractProtocol<?>> {

    @Override
    public void customize(AbstractProtocol<?> protocol) {
        change.accept(protocol);
    }
}
