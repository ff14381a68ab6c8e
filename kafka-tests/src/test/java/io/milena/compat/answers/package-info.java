/**
 * What a broker answers, question by question and version by version, compared with what the reference has answered.
 *
 * <p>Start reading at {@link io.milena.compat.answers.AnswersIT}. A class {@code XxxQuestions} holds the questions of
 * one kind; the recorded answers are the resource {@code answers/reference-3.9.2.txt}, and where we differ on purpose
 * is {@code answers/differences.txt}.
 */
@NullMarked
package io.milena.compat.answers;

import org.jspecify.annotations.NullMarked;
