package io.milena.server;

import java.util.Objects;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells which build runs as an MBean. Thread-safe. */
public final class AppInfo implements AppInfoMBean {

    private static final Logger log = LoggerFactory.getLogger(AppInfo.class);

    private static final String UNKNOWN = "unknown";

    private final String name;
    private final long startTimeMs;
    private final Supplier<MBeanServer> beans;
    private boolean hidden;

    /** @param beans asked when the bean is shown, because to make a server of beans takes its time */
    AppInfo(int brokerId, long startTimeMs, Supplier<MBeanServer> beans) {
        this.name = "kafka.server:type=app-info,id=" + brokerId;
        this.startTimeMs = startTimeMs;
        this.beans = beans;
    }

    /** Shows the bean, unless it is hidden already. */
    synchronized void show() {
        if (hidden) {
            return;
        }
        try {
            beans.get().registerMBean(this, new ObjectName(name));
        } catch (JMException e) {
            log.warn("{} is not shown over JMX", name, e);
        }
    }

    /** Takes the bean away for good. */
    synchronized void hide() {
        hidden = true;
        try {
            beans.get().unregisterMBean(new ObjectName(name));
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
