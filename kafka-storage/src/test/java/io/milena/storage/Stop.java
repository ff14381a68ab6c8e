package io.milena.storage;

/** How the last stop before a start was. */
enum Stop {
    KILLED,
    ORDERLY;

    void stop(LogManager manager) {
        if (this == ORDERLY) {
            manager.close();
        } else {
            manager.letGo();
        }
    }
}
