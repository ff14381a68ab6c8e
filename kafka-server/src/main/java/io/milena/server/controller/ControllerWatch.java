package io.milena.server.controller;

/**
 * Told what the controller does, so that whoever runs it can count and time that; the controller itself knows neither
 * clocks for it nor metrics. Called on the lane.
 */
public interface ControllerWatch {

    /** What keeps a controller busy. */
    enum Work {
        /** It was elected, and reads the cluster. */
        CONTROLLER_CHANGE,
        /** Brokers or topics came or went, and partitions may need other leaders. */
        LEADER_ELECTION,
        /** A topic is created, or gets more partitions. */
        TOPIC_CHANGE,
        TOPIC_DELETION,
        /** A broker has answered that it took its roles. */
        LEADER_AND_ISR_RESPONSE
    }

    /** Work begins. What is returned is to be run when it has ended, well or not. */
    Runnable began(Work work);

    /** A replica that may lack records leads now, because no other lived. */
    void electedUnclean();
}
