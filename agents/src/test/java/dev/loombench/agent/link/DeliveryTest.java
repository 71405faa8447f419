package dev.loombench.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.TCP;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/// What frames rely on, and so do not do themselves: bytes arrive whole, once and in order.
class DeliveryTest {
    private static final int MESSAGES = 600;
    private static final int BREAK_AFTER = 200;

    /// Numbers as they arrive; all connections end after each third of them.
    private record Numbers(LinkedBlockingQueue<Integer> arrived, AtomicInteger count, TCP transport)
            implements Receiver {
        Numbers(TCP transport) {
            this(new LinkedBlockingQueue<>(), new AtomicInteger(), transport);
        }

        @Override
        public void receive(Message message) {
            arrived.add(ByteBuffer.wrap(((BytesMessage) message).getArray()).getInt());
            if (count.incrementAndGet() % BREAK_AFTER == 0) {
                transport.clearConnections(true);
            }
        }
    }

    /// A connection that breaks makes the other end suspect, but not here.
    @Test
    void messages_arrive_once_and_in_order_though_connections_break() throws Exception {
        try (var agent = TestChannels.first();
                var controller = TestChannels.joined(agent)) {
            TestChannels.transport(agent).enableSuspectEvents(false);
            TestChannels.transport(controller).enableSuspectEvents(false);
            var numbers = new Numbers(TestChannels.transport(agent));
            agent.setReceiver(numbers);
            var to = controller.getView().getCoord();
            for (int i = 0; i < MESSAGES; i++) {
                controller.send(new BytesMessage(to, ByteBuffer.allocate(4).putInt(i).array()));
            }
            var arrived = new ArrayList<Integer>();
            while (arrived.size() < MESSAGES) {
                arrived.add(numbers.arrived().poll(5, TimeUnit.MINUTES));
            }
            assertThat(arrived).isEqualTo(IntStream.range(0, MESSAGES).boxed().toList());
            assertThat(numbers.arrived()).isEmpty();
        }
    }

    /// 10 MB, in some 170 fragments.
    @Test
    void a_long_message_arrives_whole() throws Exception {
        var received = new ReceivedMessages();
        var sent = new byte[10_000_000];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) (i ^ (i >> 8));
        }
        try (var agent = LinkEnd.listen(TestChannels.ANY, Optional.empty(), received)) {
            var address = new InetSocketAddress(TestChannels.LOOPBACK, agent.port());
            try (var controller = LinkEnd.connect(address, Optional.empty(), received)) {
                controller.send(controller.first(), sent);
                assertThat(received.next()).isEqualTo(sent);
            }
        }
    }

    @Test
    void no_room_is_made_for_more_fragments_than_a_frame_can_have() {
        var fragments = new Fragments();
        var tooMany = new FragHeader(1, 0, Fragments.MOST + 1);
        assertThat(fragments.unfragment(fragment(), tooMany)).isNull();
        assertThat(fragments.getNumberOfReceivedFragments()).isZero();
        var most = new FragHeader(2, 0, Fragments.MOST);
        assertThat(fragments.unfragment(fragment(), most)).as("not complete").isNull();
        assertThat(fragments.getNumberOfReceivedFragments()).isEqualTo(1);
    }

    private static Message fragment() {
        return new BytesMessage(null, new byte[1]).setSrc(UUID.randomUUID());
    }
}
