package io.milena.arch;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import org.jspecify.annotations.Nullable;

/**
 * Finds the deepest statement of a method body: how many conditions, loops, switches and try blocks lie around it. An
 * {@code else if} is no deeper than its {@code if}; a lambda adds nothing of its own. Confined to one thread.
 */
final class Nesting extends TreeScanner<Void, Integer> {

    private int depth;
    private @Nullable Tree deepest;

    int depth() {
        return depth;
    }

    /** The first of the deepest statements; null when nothing nests. */
    @Nullable
    Tree deepest() {
        return deepest;
    }

    private int entered(Tree tree, int around) {
        if (around + 1 > depth) {
            depth = around + 1;
            deepest = tree;
        }
        return around + 1;
    }

    @Override
    public Void visitIf(IfTree tree, Integer around) {
        int inside = entered(tree, around);
        scan(tree.getCondition(), inside);
        scan(tree.getThenStatement(), inside);
        boolean chained = tree.getElseStatement() instanceof IfTree;
        return scan(tree.getElseStatement(), chained ? around : inside);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Integer around) {
        return super.visitForLoop(tree, entered(tree, around));
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Integer around) {
        return super.visitEnhancedForLoop(tree, entered(tree, around));
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Integer around) {
        return super.visitWhileLoop(tree, entered(tree, around));
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Integer around) {
        return super.visitDoWhileLoop(tree, entered(tree, around));
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Integer around) {
        return super.visitSwitch(tree, entered(tree, around));
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Integer around) {
        return super.visitSwitchExpression(tree, entered(tree, around));
    }

    @Override
    public Void visitTry(TryTree tree, Integer around) {
        return super.visitTry(tree, entered(tree, around));
    }

    @Override
    public Void visitSynchronized(SynchronizedTree tree, Integer around) {
        return super.visitSynchronized(tree, entered(tree, around));
    }

    /** The methods of an anonymous or local class are measured by themselves. */
    @Override
    public Void visitClass(ClassTree tree, Integer around) {
        return null;
    }
}
