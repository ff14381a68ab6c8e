package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks one broker all questions, one after the other on one connection. Confined to the test's thread. */
final class Interview implements AutoCloseable {

    private static final int PATIENCE_MS = 30_000;
    private static final int SHORT_PATIENCE_MS = 400;
    private static final String NOBODYS = "";

    private final InetSocketAddress address;
    private final WireClient worldsClient;
    private final World world;
    private WireClient client;

    private Interview(InetSocketAddress address, List<Question> questions) {
        this.address = address;
        this.client = WireClient.connect(address, PATIENCE_MS);
        this.worldsClient = WireClient.connect(address, PATIENCE_MS);
        this.world = new World(worldsClient, questions);
    }

    /** The answers by the name of their question, in the order asked. */
    static Map<String, String> of(InetSocketAddress address, List<Question> questions) {
        try (var interview = new Interview(address, questions)) {
            Map<String, String> answers = new LinkedHashMap<>();
            for (Question question : questions) {
                answers.put(question.name(), interview.ask(question));
            }
            return answers;
        }
    }

    private String ask(Question question) {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < question.versions().size(); i++) {
            fill(question, i);
            var answer = new StringBuilder(
                    exchange(question.api(), question.versions().get(i), question.request(i, world), question, i));
            for (Question.FollowUp then : question.followUps()) {
                ApiMessage request = then.body().of(question.ask(i, world));
                answer.append("\n  then ").append(exchange(then.api(), then.version(), request, question, i));
            }
            answers.add(answer.toString());
        }
        return byVersions(question.versions(), answers);
    }

    private void fill(Question question, int position) {
        Question.Body filling = question.filling();
        if (filling != null) {
            ApiMessage request = filling.of(question.ask(position, world));
            client.call(ApiMessage.class, ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, request);
        }
    }

    private String exchange(ApiKey api, int version, ApiMessage request, Question question, int position) {
        boolean isFirst = api == question.api() && question.isSilent();
        if (isFirst) {
            reconnect(SHORT_PATIENCE_MS);
        }
        try {
            client.send(api, version, request);
            ApiMessage response = client.receive(ApiMessage.class, api, version);
            var text = question.hasOwnTopic()
                    ? new AnswerText(world, question.topic(), position)
                    : new AnswerText(world, NOBODYS, AnswerText.NO_OWN_PARTITION);
            return text.of(response);
        } catch (UncheckedIOException e) {
            reconnect(PATIENCE_MS);
            return howItEnded(e);
        } finally {
            if (isFirst) {
                reconnect(PATIENCE_MS);
            }
        }
    }

    private static String howItEnded(UncheckedIOException e) {
        if (e.getCause() instanceof SocketTimeoutException) {
            return "no answer";
        }
        if (e.getCause() instanceof EOFException || e.getCause() instanceof SocketException) {
            return "closed";
        }
        throw e;
    }

    private void reconnect(int patienceMs) {
        client.close();
        client = WireClient.connect(address, patienceMs);
    }

    /** One line for each row of versions that are answered alike. */
    private static String byVersions(List<Integer> versions, List<String> answers) {
        List<String> lines = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= answers.size(); i++) {
            if (i < answers.size() && answers.get(i).equals(answers.get(first))) {
                continue;
            }
            String from = "v" + versions.get(first);
            String to = i - 1 == first ? "" : "-v" + versions.get(i - 1);
            lines.add(from + to + " " + answers.get(first));
            first = i;
        }
        return String.join("\n", lines);
    }

    @Override
    public void close() {
        worldsClient.close();
        client.close();
    }
}
