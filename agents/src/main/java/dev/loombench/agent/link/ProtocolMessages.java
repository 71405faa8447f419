package dev.loombench.agent.link;

import java.io.DataInput;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/// The messages that an endpoint reads: bytes, and those of the protocols of its [stack].
///
/// JGroups reads the objects in a message before any code of its receiver sees the message's type,
/// and among them those of any class that Java can deserialize.
///
/// [stack]: ProtocolStack
final class ProtocolMessages extends MessageFactory {
    private static final Set<Short> READ =
            Set.of(
                    Message.BYTES_MSG,
                    Message.EMPTY_MSG,
                    Message.OBJ_MSG,
                    Message.LONG_MSG,
                    Message.FRAG_MSG);

    private ProtocolMessages() {}

    /// From now on, no channel of this process reads others.
    static void readNoOthers() {
        for (short type = 0; type < creators.length; type++) {
            if (!READ.contains(type)) {
                creators[type] = ProtocolMessages::refuse;
            }
        }
        creators[Message.OBJ_MSG] = ProtocolObject::new;
    }

    private static Message refuse() {
        throw new IllegalArgumentException("a message of a type that is not read");
    }

    /// Sequence numbers that are missing (`UNICAST3`, `NAKACK2`) or that all have received
    /// (`STABLE`).
    private static final class ProtocolObject extends ObjectMessage {
        private static final Map<Short, Supplier<SizeStreamable>> CLASSES =
                Map.of(
                        ClassConfigurator.getMagicNumber(SeqnoList.class), SeqnoList::new,
                        ClassConfigurator.getMagicNumber(Digest.class), Digest::new,
                        ClassConfigurator.getMagicNumber(MutableDigest.class), MutableDigest::new);

        @Override
        public Supplier<Message> create() {
            return ProtocolObject::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short type = in.readShort();
            var created = CLASSES.get(type);
            if (created == null) {
                throw new IOException("an object of type %d, which is not read".formatted(type));
            }
            var object = created.get();
            object.readFrom(in);
            setObject(object);
        }
    }
}
