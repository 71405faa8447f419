package dev.loombench;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The classes that a compiled class names in its code, its descriptors, its generic signatures and
/// its annotations: all of them are in its constant pool.
final class ClassReferences {
    /// A class in a descriptor or in a signature.
    private static final Pattern TYPE = Pattern.compile("L([\\w/$]+)[;<]");

    private ClassReferences() {}

    /// @param folder of class files
    /// @return the references of each class below the folder, by its name
    static Map<String, Set<String>> below(Path folder) throws IOException {
        var references = new TreeMap<String, Set<String>>();
        for (var file : ProjectFiles.below(folder)) {
            if (file.toString().endsWith(".class")) {
                var compiled = ClassFile.of().parse(file);
                references.put(name(compiled.thisClass().asInternalName()), of(compiled));
            }
        }
        return references;
    }

    /// The names of all classes that a class refers to, itself included.
    static Set<String> of(ClassModel compiled) {
        var names = new TreeSet<String>();
        for (var entry : compiled.constantPool()) {
            if (entry instanceof ClassEntry type) {
                names.add(name(type.asInternalName()));
            } else if (entry instanceof Utf8Entry text) {
                TYPE.matcher(text.stringValue())
                        .results()
                        .forEach(type -> names.add(name(type.group(1))));
            }
        }
        return names;
    }

    private static String name(String internal) {
        return internal.replace('/', '.');
    }
}
