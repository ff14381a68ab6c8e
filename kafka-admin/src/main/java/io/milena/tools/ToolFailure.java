package io.milena.tools;

/** What ends a tool: its message is the one line that the user reads. */
final class ToolFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ToolFailure(String message) {
        super(message);
    }

    ToolFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
