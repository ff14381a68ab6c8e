import io.milena.admin.Admin;
import io.milena.admin.NewTopic;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.serialization.StringSerializer;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.Version;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;

/**
 * An application that has a Netty 4.1 of its own and uses it, and our shaded clients beside it. Its argument is the
 * bootstrap servers; commands and answers are those of {@link Commands}.
 */
public final class NettyDriver {

    private static final long PATIENCE_SECONDS = 20;
    private static final int COUNT = 50;
    private static final String LIBRARY = "netty_transport_native_epoll";

    private final String bootstrap;

    private NettyDriver(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> new NettyDriver(args[0])::run);
    }

    private String run(String command, Map<String, String> arguments) throws Exception {
        return switch (command) {
            case "versions" -> "versions=" + Version.identify().values().stream()
                    .map(Version::artifactVersion)
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(","));
            case "echo" -> echo(arguments.get("text"));
            case "create" -> create(arguments.get("topic"));
            case "copy" -> copy(arguments.get("topic"), arguments.get("codec"));
            case "jars" -> "netty=" + jarOf(EventLoopGroup.class) + " producer=" + jarOf(KafkaProducer.class)
                    + " admin=" + jarOf(Admin.class) + " nativeLoop=" + Epoll.isAvailable();
            case "libraries" -> "libraries=" + libraries();
            default -> throw new IllegalArgumentException("unknown command " + command);
        };
    }

    /** Through a server of this JVM and back, both on the application's Netty. */
    private static String echo(String text) throws Exception {
        boolean isNative = Epoll.isAvailable();
        EventLoopGroup group = isNative ? new EpollEventLoopGroup(1) : new NioEventLoopGroup(1);
        try {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(isNative ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                    .childHandler(new Echo())
                    .bind(InetAddress.getLoopbackAddress(), 0)
                    .sync()
                    .channel();
            var answer = new CompletableFuture<String>();
            Channel client = new Bootstrap()
                    .group(group)
                    .channel(isNative ? EpollSocketChannel.class : NioSocketChannel.class)
                    .handler(new FirstAnswer(answer))
                    .connect(server.localAddress())
                    .sync()
                    .channel();
            client.writeAndFlush(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8)).sync();
            return "text=" + answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private String create(String topic) throws Exception {
        try (Admin admin = Admin.create(Commands.configs(bootstrap, Map.of()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            return "known=" + admin.listTopics().names().get().contains(topic);
        }
    }

    /** Produces, reads the same again, and looks for the beans of both. */
    private String copy(String topic, String codec) throws Exception {
        var configs = Commands.configs(bootstrap, Map.of("compression.type", codec, "client.id", "app-" + codec));
        int read = 0;
        boolean beans;
        try (var producer = new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer());
                var consumer = new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer())) {
            long first = -1;
            for (int i = 0; i < COUNT; i++) {
                var sent = producer.send(new ProducerRecord<>(topic, codec, value(codec, i)));
                first = i == 0 ? sent.get(PATIENCE_SECONDS, TimeUnit.SECONDS).offset() : first;
            }
            producer.flush();
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            consumer.seek(new TopicPartition(topic, 0), first);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (read < COUNT && System.nanoTime() < deadline) {
                for (var each : consumer.poll(Duration.ofMillis(100))) {
                    read += each.value().equals(value(codec, read)) ? 1 : 0;
                }
            }
            beans = isSeen("kafka.producer:type=producer-metrics,client-id=app-" + codec)
                    && isSeen("kafka.consumer:type=consumer-metrics,client-id=app-" + codec);
        }
        return "read=" + read + " beans=" + beans;
    }

    private static String value(String codec, int number) {
        return (codec + " " + number + " ").repeat(20);
    }

    private static boolean isSeen(String bean) throws Exception {
        return ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName(bean));
    }

    private static String jarOf(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getFileName().toString();
    }

    /** Which of Netty's native libraries the system has mapped into this JVM. */
    private static String libraries() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(LIBRARY))
                    .map(line -> line.replaceAll(".*/(lib\\w*" + LIBRARY + ").*", "$1"))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(","));
        }
    }

    /** Sends back what comes. */
    private static final class Echo extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object message) {
                    context.writeAndFlush(message);
                }
            });
        }
    }

    /** Keeps what comes first. */
    private static final class FirstAnswer extends SimpleChannelInboundHandler<ByteBuf> {

        private final CompletableFuture<String> answer;

        FirstAnswer(CompletableFuture<String> answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            answer.complete(message.toString(StandardCharsets.UTF_8));
        }
    }
}
