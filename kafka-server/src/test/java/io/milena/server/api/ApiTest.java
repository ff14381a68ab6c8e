package io.milena.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test of a request the data path of a broker of its own. */
abstract class ApiTest {

    @TempDir
    Path directory;

    ApiHome broker;

    @BeforeEach
    void open() {
        broker = new ApiHome(directory);
    }

    @AfterEach
    void close() {
        broker.close();
    }
}
