/** Tests of the controller: its decisions by themselves, and its work against a real ZooKeeper. */
@NullMarked
package io.milena.server.controller;

import org.jspecify.annotations.NullMarked;
