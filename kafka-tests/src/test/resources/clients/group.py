"""A member of a group with python3-kafka: group.py HOST:PORT GROUP TOPIC

Prints each record as a line "partition TAB key TAB value TAB header=value", and says "assigned N" on its error output when
it has joined with N partitions. Leaves when it is interrupted.
"""
import signal
import sys

from kafka import ConsumerRebalanceListener, KafkaConsumer
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor


class Told(ConsumerRebalanceListener):
    def on_partitions_revoked(self, revoked):
        pass

    def on_partitions_assigned(self, assigned):
        print("assigned", len(assigned), file=sys.stderr, flush=True)


def main():
    bootstrap, group, topic = sys.argv[1:]
    leaving = []
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: leaving.append(True))
    consumer = KafkaConsumer(
        bootstrap_servers=bootstrap,
        group_id=group,
        auto_offset_reset="earliest",
        partition_assignment_strategy=[RoundRobinPartitionAssignor],
        session_timeout_ms=10_000,
        heartbeat_interval_ms=500,
        auto_commit_interval_ms=500,
    )
    consumer.subscribe([topic], listener=Told())
    while not leaving:
        for records in consumer.poll(timeout_ms=200).values():
            for record in records:
                headers = ",".join(f"{name}={value.decode()}" for name, value in record.headers)
                print(record.partition, record.key.decode(), record.value.decode(), headers, sep="\t")
        sys.stdout.flush()
    consumer.close()


if __name__ == "__main__":
    main()
