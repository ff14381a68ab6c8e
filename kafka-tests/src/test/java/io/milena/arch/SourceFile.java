package io.milena.arch;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One parsed Java file and what a rule needs to know of it. */
record SourceFile(String text, CompilationUnitTree unit, Trees trees) {

    /** Path from the root of the source tree. */
    String path() {
        return unit.getSourceFile().toUri().getPath().substring(1);
    }

    /** Its name without the folder. */
    String name() {
        return path().substring(path().lastIndexOf('/') + 1);
    }

    boolean isTest() {
        return path().contains("/src/test/");
    }

    boolean isPackageInfo() {
        return name().equals("package-info.java");
    }

    /** {@code path:line} of the place where {@code tree} begins. */
    String at(Tree tree) {
        return path() + ":" + firstLine(tree);
    }

    long firstLine(Tree tree) {
        return lineAt(trees.getSourcePositions().getStartPosition(unit, tree));
    }

    /** How many lines {@code tree} spans, annotations included, its comment not. */
    long lines(Tree tree) {
        return lineAt(trees.getSourcePositions().getEndPosition(unit, tree)) - firstLine(tree) + 1;
    }

    private long lineAt(long position) {
        return position < 0 ? 1 : unit.getLineMap().getLineNumber(position);
    }

    /** The Javadoc of {@code tree}; null when it has none. */
    @Nullable
    String comment(Tree tree) {
        return trees.getDocComment(TreePath.getPath(unit, tree));
    }

    List<? extends ClassTree> topLevelTypes() {
        return unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .toList();
    }

    String packageName() {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    /** The full name behind a simple one as far as the imports tell; without one it is of this package or java.lang. */
    String fullName(String simpleName) {
        return unit.getImports().stream()
                .map(ImportTree::getQualifiedIdentifier)
                .map(Object::toString)
                .filter(imported -> imported.endsWith("." + simpleName))
                .findFirst()
                .orElse(packageName() + "." + simpleName);
    }
}
