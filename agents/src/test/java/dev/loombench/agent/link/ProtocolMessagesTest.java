package dev.loombench.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Messages as a peer sends them, and what of them is read.
class ProtocolMessagesTest {
    private static final AtomicBoolean READ = new AtomicBoolean();

    /// Knows whether Java has deserialized it.
    private static final class Trap implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) {
            READ.set(true);
        }
    }

    @BeforeAll
    static void readNoOthers() {
        ProtocolMessages.readNoOthers();
    }

    private static Message passed(ObjectMessage message) throws Exception {
        var bytes = new ByteArrayOutputStream();
        message.writePayload(new DataOutputStream(bytes));
        var read = MessageFactory.create(Message.OBJ_MSG);
        read.readPayload(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return read;
    }

    @Test
    void sequence_numbers_are_read() throws Exception {
        var numbers = new SeqnoList(10, 100).add(101, 105);
        SeqnoList read = passed(new ObjectMessage(null, numbers)).getObject();
        assertThat(read).containsExactly(101L, 102L, 103L, 104L, 105L);
    }

    /// What `STABLE` sends after a while.
    @Test
    void digests_are_read() throws Exception {
        var member = UUID.randomUUID();
        var sent = new MutableDigest(new Address[] {member}).set(member, 3, 7);
        Digest read = passed(new ObjectMessage(null, sent)).getObject();
        assertThat(read.get(member)).containsExactly(3, 7);
    }

    @Test
    void an_object_of_java_is_not_read() {
        assertThatThrownBy(() -> passed(new ObjectMessage(null, (Object) new Trap())))
                .isInstanceOf(IOException.class);
        assertThat(READ).isFalse();
    }

    @Test
    void messages_of_other_types_do_not_exist() {
        for (short type :
                new short[] {Message.NIO_MSG, Message.COMPOSITE_MSG, Message.EARLYBATCH_MSG}) {
            assertThatThrownBy(() -> MessageFactory.create(type))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// A member that sends an object does not disturb another.
    @Test
    void an_agent_reads_no_object_of_a_member_and_goes_on() throws Exception {
        var received = new ReceivedMessages();
        var loopback = InetAddress.getLoopbackAddress();
        try (var agent =
                LinkEnd.listen(new InetSocketAddress(loopback, 0), Optional.empty(), received)) {
            var address = new InetSocketAddress(loopback, agent.port());
            try (var evil = TestChannels.channel(address, 5_000);
                    var honest = LinkEnd.connect(address, Optional.empty(), received)) {
                evil.connect("loombench");
                evil.send(new ObjectMessage(evil.getView().getCoord(), (Object) new Trap()));
                honest.send(honest.first(), new byte[] {1});
                assertThat(received.next()).containsExactly(1);
            }
        }
        assertThat(READ).isFalse();
    }
}
