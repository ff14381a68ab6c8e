package io.milena.arch;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for habits that the house does not have: tests that sleep, mocks of our own types, futures cancelled with an
 * interrupt. Confined to one thread.
 */
final class Habits extends TreeScanner<Void, Void> {

    private static final Set<String> MOCKING_CALLS = Set.of("mock", "spy", "mockConstruction", "mockStatic");
    private static final Set<String> MOCKING_ANNOTATIONS = Set.of("Mock", "Spy");
    private static final String OURS = "io.milena.";

    private final SourceFile file;
    private final List<String> findings = new ArrayList<>();

    private Habits(SourceFile file) {
        this.file = file;
    }

    static List<String> findingsIn(SourceFile file) {
        var habits = new Habits(file);
        habits.scan(file.unit(), null);
        return habits.findings;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
        String name = nameOf(call.getMethodSelect());
        if (file.isTest() && name.equals("sleep")) {
            findings.add(file.at(call) + ": a test sleeps (await the event, or move a clock of the test's own)");
        }
        if (name.equals("cancel") && call.getArguments().toString().equals("true")) {
            findings.add(file.at(call) + ": cancel(true) interrupts a thread (stopping is a message)");
        }
        if (MOCKING_CALLS.contains(name)) {
            call.getArguments().forEach(this::checkMocked);
        }
        return super.visitMethodInvocation(call, unused);
    }

    private static String nameOf(ExpressionTree method) {
        return method instanceof MemberSelectTree member
                ? member.getIdentifier().toString()
                : method instanceof IdentifierTree identifier
                        ? identifier.getName().toString()
                        : "";
    }

    private void checkMocked(ExpressionTree argument) {
        if (argument instanceof MemberSelectTree literal
                && literal.getIdentifier().contentEquals("class")) {
            checkMocked(literal, literal.getExpression().toString());
        }
    }

    @Override
    public Void visitVariable(VariableTree variable, @Nullable Void unused) {
        for (AnnotationTree annotation : variable.getModifiers().getAnnotations()) {
            if (MOCKING_ANNOTATIONS.contains(annotation.getAnnotationType().toString())) {
                checkMocked(variable, String.valueOf(variable.getType()));
            }
        }
        return super.visitVariable(variable, unused);
    }

    private void checkMocked(Tree where, String typeAsWritten) {
        String outermost = typeAsWritten.replaceAll("[.<].*", "");
        String fullName = typeAsWritten.startsWith(OURS) ? typeAsWritten : file.fullName(outermost);
        if (fullName.startsWith(OURS)) {
            findings.add(file.at(where) + ": mocks " + typeAsWritten + ", a type of ours (use a fake at the seam)");
        }
    }
}
