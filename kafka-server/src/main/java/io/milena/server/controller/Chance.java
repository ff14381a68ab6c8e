package io.milena.server.controller;

import io.milena.common.Randomness;
import io.milena.common.Uuid;

/**
 * What is drawn for a new topic, so that the decision itself needs no chance. Immutable.
 *
 * @param topicId its id
 * @param start where its placement begins
 * @param shift how far its followers stand off; both any number from 0
 */
record Chance(Uuid topicId, int start, int shift) {

    static Chance draw(Randomness randomness) {
        return new Chance(
                Uuid.random(randomness), randomness.nextInt(Short.MAX_VALUE), randomness.nextInt(Short.MAX_VALUE));
    }
}
