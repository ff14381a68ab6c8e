package io.milena.server;

import io.milena.metrics.ObjectNames;
import java.util.Objects;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells which build runs as an MBean. Immutable. */
public final class AppInfo implements AppInfoMBean {

    private static final Logger log = LoggerFactory.getLogger(AppInfo.class);

    private static final String UNKNOWN = "unknown";

    private final long startTimeMs;

    private AppInfo(long startTimeMs) {
        this.startTimeMs = startTimeMs;
    }

    /** Shows the bean of broker {@code id}. Running what is returned takes it away. */
    static Runnable show(MBeanServer beans, int id, long startTimeMs) {
        String name = "kafka.server:type=app-info,id=" + ObjectNames.sanitized(Integer.toString(id));
        try {
            var objectName = new ObjectName(name);
            beans.registerMBean(new AppInfo(startTimeMs), objectName);
            return () -> hide(beans, objectName);
        } catch (JMException e) {
            log.warn("{} is not shown over JMX", name, e);
            return () -> {};
        }
    }

    private static void hide(MBeanServer beans, ObjectName name) {
        try {
            beans.unregisterMBean(name);
        } catch (JMException e) {
            log.debug("MBean {} was gone already", name, e);
        }
    }

    /** The version of the jar that the broker runs from. */
    @Override
    public String getVersion() {
        return Objects.requireNonNullElse(AppInfo.class.getPackage().getImplementationVersion(), UNKNOWN);
    }

    @Override
    public String getCommitId() {
        return UNKNOWN;
    }

    @Override
    public Long getStartTimeMs() {
        return startTimeMs;
    }
}
