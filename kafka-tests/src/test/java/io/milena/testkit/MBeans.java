package io.milena.testkit;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBeans of another process, read over JMX as a dashboard's exporter does. Confined to one thread. */
public final class MBeans implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection connection;

    private MBeans(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.connection = connector.getMBeanServerConnection();
    }

    /** Attaches to the JVM with this process id. */
    public static MBeans of(long pid) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                var address = new JMXServiceURL(machine.startLocalManagementAgent());
                return new MBeans(JMXConnectorFactory.connect(address));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects to the port that a JVM was told to open for this, on the loopback address. */
    public static MBeans at(int port) {
        try {
            var address = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
            return new MBeans(JMXConnectorFactory.connect(address));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All names, spelled as they were registered. */
    public Set<String> names() {
        try {
            return connection.queryNames(null, null).stream()
                    .map(ObjectName::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names and types of the attributes of one bean: {@code Count(long)}. */
    public Set<String> attributesOf(String name) {
        try {
            return Stream.of(connection.getMBeanInfo(new ObjectName(name)).getAttributes())
                    .filter(MBeanAttributeInfo::isReadable)
                    .map(attribute -> attribute.getName() + "(" + attribute.getType() + ")")
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JMException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** The value of one attribute of a bean that exists. */
    public Object value(String name, String attribute) {
        try {
            return connection.getAttribute(new ObjectName(name), attribute);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JMException e) {
            throw new IllegalStateException(name, e);
        }
    }

    /** The {@code Count} of every bean whose name fits {@code pattern}, an ObjectName's, and is {@code wanted}. */
    public Map<String, Long> counts(String pattern, Predicate<ObjectName> wanted) {
        try {
            Map<String, Long> counts = new TreeMap<>();
            for (ObjectName name : connection.queryNames(new ObjectName(pattern), null)) {
                if (wanted.test(name)) {
                    counts.put(name.toString(), (Long) connection.getAttribute(name, "Count"));
                }
            }
            return counts;
        } catch (InstanceNotFoundException e) {
            return counts(pattern, wanted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JMException e) {
            throw new IllegalStateException(pattern, e);
        }
    }

    /** A name that fits, if there is one. */
    public boolean any(Predicate<String> name) {
        return names().stream().anyMatch(name);
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
