package io.milena.tools;

/** One command. Its options are fields with picocli's annotations, filled before it runs. Confined to one thread. */
interface Tool {

    /**
     * Does the work.
     *
     * @throws ToolFailure if it cannot be done: one line that says what is wrong and what to do
     */
    void run(Shell shell);
}
