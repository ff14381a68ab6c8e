package io.milena.arch;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * Measures one file: lengths, parameters, nesting, and whether each type has its comment and is closed to accidental
 * extension. Every finding reads {@code file:line: what (limit)}.
 *
 * <p>Rules: docs on style, "The measure". Confined to one thread.
 */
final class Measure extends TreeScanner<Void, Integer> {

    static final int FILE_LINES = 500;
    static final int FILE_LINES_WITH_REASON = 600;
    static final int METHOD_LINES = 60;
    static final int PARAMETERS = 6;
    static final int NESTING = 3;
    static final int LINE_CHARACTERS = 120;

    /** How the comment of a type over {@link #FILE_LINES} begins the sentence with its reason. */
    static final String REASON = "Longer than";

    private static final Set<String> TEST_ANNOTATIONS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Nested", "BeforeEach");
    private static final Set<String> JMH_ANNOTATIONS = Set.of("State", "Benchmark");

    private final SourceFile file;
    private final List<String> findings = new ArrayList<>();

    private Measure(SourceFile file) {
        this.file = file;
    }

    static List<String> findingsIn(SourceFile file) {
        var measure = new Measure(file);
        measure.fileLength();
        measure.lineLengths();
        measure.typeComments();
        measure.scan(file.unit(), 0);
        return measure.findings;
    }

    private void fileLength() {
        long lines = file.text().lines().count();
        boolean reasoned = file.topLevelTypes().stream()
                .map(file::comment)
                .anyMatch(comment -> comment != null && comment.contains(REASON));
        if (lines > FILE_LINES_WITH_REASON) {
            findings.add(file.path() + ":1: " + lines + " lines (limit " + FILE_LINES_WITH_REASON + ")");
        } else if (lines > FILE_LINES && !reasoned) {
            findings.add(file.path() + ":1: " + lines + " lines (limit " + FILE_LINES + ", or " + FILE_LINES_WITH_REASON
                    + " with a sentence in the type's comment that begins '" + REASON + " ...')");
        }
    }

    private void lineLengths() {
        List<String> lines = file.text().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).length() > LINE_CHARACTERS) {
                findings.add(file.path() + ":" + (i + 1) + ": line of "
                        + lines.get(i).length() + " characters (limit " + LINE_CHARACTERS + ")");
            }
        }
    }

    private void typeComments() {
        for (ClassTree type : file.topLevelTypes()) {
            if (file.comment(type) == null) {
                findings.add(file.at(type) + ": " + type.getSimpleName() + " has no class comment");
            }
        }
    }

    @Override
    public Void visitClass(ClassTree type, Integer depth) {
        boolean named = !type.getSimpleName().isEmpty();
        if (named && type.getKind() == Tree.Kind.CLASS) {
            nestedClassComment(type);
            closedToExtension(type);
        }
        for (Tree member : type.getMembers()) {
            if (member instanceof BlockTree initializer) {
                length(initializer, "initializer of " + type.getSimpleName());
            }
        }
        return super.visitClass(type, named ? 0 : depth);
    }

    /** Nested records, enums and interfaces may speak for themselves; a nested class with behaviour says what it is. */
    private void nestedClassComment(ClassTree type) {
        if (!file.topLevelTypes().contains(type) && !isTestClass(type) && file.comment(type) == null) {
            findings.add(file.at(type) + ": nested class " + type.getSimpleName() + " has no class comment");
        }
    }

    private void closedToExtension(ClassTree type) {
        Set<Modifier> flags = type.getModifiers().getFlags();
        boolean closed =
                flags.contains(Modifier.FINAL) || flags.contains(Modifier.ABSTRACT) || flags.contains(Modifier.SEALED);
        if (!closed && !isException(type) && !isTestClass(type) && !isBenchmark(type)) {
            findings.add(file.at(type) + ": class " + type.getSimpleName() + " is neither final, sealed nor abstract");
        }
    }

    private static boolean isException(ClassTree type) {
        String parent = String.valueOf(type.getExtendsClause());
        return parent.endsWith("Exception") || parent.endsWith("Error") || parent.endsWith("Throwable");
    }

    private boolean isTestClass(ClassTree type) {
        return file.isTest() && isAnnotatedWith(type, TEST_ANNOTATIONS);
    }

    private static boolean isBenchmark(ClassTree type) {
        return isAnnotatedWith(type, JMH_ANNOTATIONS);
    }

    private static boolean isAnnotatedWith(ClassTree type, Set<String> names) {
        if (hasAnnotation(type.getModifiers().getAnnotations(), names)) {
            return true;
        }
        return type.getMembers().stream()
                .anyMatch(member -> member instanceof MethodTree method
                                && hasAnnotation(method.getModifiers().getAnnotations(), names)
                        || member instanceof ClassTree nested && isAnnotatedWith(nested, names));
    }

    private static boolean hasAnnotation(List<? extends AnnotationTree> annotations, Set<String> names) {
        return annotations.stream().anyMatch(annotation -> {
            String name = annotation.getAnnotationType().toString();
            return names.contains(name.substring(name.lastIndexOf('.') + 1));
        });
    }

    @Override
    public Void visitMethod(MethodTree method, Integer depth) {
        length(method, "method " + method.getName());
        List<? extends VariableTree> parameters = method.getParameters();
        if (parameters.size() > PARAMETERS) {
            findings.add(file.at(method) + ": method " + method.getName() + " takes " + parameters.size()
                    + " parameters (limit " + PARAMETERS + ")");
        }
        nesting(method);
        return super.visitMethod(method, depth);
    }

    private void length(Tree tree, String what) {
        long lines = file.lines(tree);
        if (lines > METHOD_LINES) {
            findings.add(file.at(tree) + ": " + what + " has " + lines + " lines (limit " + METHOD_LINES + ")");
        }
    }

    private void nesting(MethodTree method) {
        if (method.getBody() == null) {
            return;
        }
        var nesting = new Nesting();
        nesting.scan(method.getBody(), 0);
        Tree deepest = nesting.deepest();
        if (deepest != null && nesting.depth() > NESTING) {
            findings.add(file.at(deepest) + ": method " + method.getName() + " nests " + nesting.depth()
                    + " deep here (limit " + NESTING + ")");
        }
    }
}
