package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.classfile.ClassFile;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ClassReferencesTest {
    private static class InCode {}

    private static class InField {}

    private static class InParameter {}

    private static class InSignature {}

    private static class InAnnotation {}

    private static class Caught extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static class Unrelated {}

    @Retention(RetentionPolicy.CLASS)
    private @interface Names {
        Class<?> value();
    }

    @SuppressWarnings("unused") // only its class file is read
    @Names(InAnnotation.class)
    private abstract static class Subject extends CRC32 {
        InField field = new InField();

        abstract void take(InParameter[] parameters);

        abstract Optional<InSignature> give();

        boolean test(Object object) {
            try {
                return object instanceof InCode;
            } catch (Caught caught) {
                return false;
            }
        }
    }

    @Test
    void a_class_is_found_wherever_another_names_it() throws IOException {
        try (var bytes = Subject.class.getResourceAsStream("ClassReferencesTest$Subject.class")) {
            var compiled = ClassFile.of().parse(Objects.requireNonNull(bytes).readAllBytes());
            assertThat(ClassReferences.of(compiled))
                    .contains(
                            InCode.class.getName(),
                            InField.class.getName(),
                            InParameter.class.getName(),
                            InSignature.class.getName(),
                            InAnnotation.class.getName(),
                            Names.class.getName(),
                            Caught.class.getName(),
                            CRC32.class.getName())
                    .doesNotContain(Unrelated.class.getName());
        }
    }
}
