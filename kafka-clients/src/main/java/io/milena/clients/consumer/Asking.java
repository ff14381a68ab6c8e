package io.milena.clients.consumer;

/** What every worker that asks brokers needs: the way to them, and when to try again. */
record Asking(Questions questions, Retrying retrying) {}
