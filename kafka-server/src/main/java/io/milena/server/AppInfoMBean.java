package io.milena.server;

/** {@code kafka.server:type=app-info,id=...}: which build runs, since when. The getters are the attributes. */
public interface AppInfoMBean {

    String getVersion();

    String getCommitId();

    Long getStartTimeMs();
}
