"""Produces the lines of a file with python3-kafka and reads them back with assigned partitions.

round_trip.py HOST:PORT TOPIC CODEC PARTITIONS IN OUT

A line is "partition TAB key TAB value"; every record gets the header h=v, which stands behind the value in OUT, partition
by partition. Exit code 77: the library lacks the codec.
"""
import sys

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

TIMEOUT_MS = 60_000


def produce(bootstrap, topic, codec, path):
    failures = []
    producer = KafkaProducer(
        bootstrap_servers=bootstrap,
        compression_type=None if codec == "none" else codec,
        linger_ms=10,
        acks="all",
        buffer_memory=64 * 1024 * 1024,
    )
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            partition, key, value = line.rstrip("\n").split("\t")
            producer.send(
                topic, key=key.encode(), value=value.encode(), headers=[("h", b"v")], partition=int(partition)
            ).add_errback(failures.append)
    producer.flush(TIMEOUT_MS / 1000)
    producer.close()
    if failures:
        sys.exit(f"{len(failures)} records failed, the first with {failures[0]}")


def read(bootstrap, topic, partitions, path):
    consumer = KafkaConsumer(bootstrap_servers=bootstrap, auto_offset_reset="earliest", consumer_timeout_ms=TIMEOUT_MS)
    assigned = [TopicPartition(topic, partition) for partition in range(partitions)]
    consumer.assign(assigned)
    left = sum(consumer.end_offsets(assigned).values())
    found = [[] for _ in assigned]
    for record in consumer if left else []:
        headers = ",".join(f"{name}={value.decode()}" for name, value in record.headers)
        found[record.partition].append(
            f"{record.partition}\t{record.key.decode()}\t{record.value.decode()}\t{headers}\n"
        )
        left -= 1
        if left == 0:
            break
    consumer.close()
    with open(path, "w", encoding="utf-8") as out:
        for lines in found:
            out.writelines(lines)


def main():
    bootstrap, topic, codec, partitions, source, target = sys.argv[1:]
    try:
        produce(bootstrap, topic, codec, source)
    except AssertionError as error:
        if "ibrar" in str(error):
            print(f"no codec {codec}: {error}")
            sys.exit(77)
        raise
    read(bootstrap, topic, int(partitions), target)


if __name__ == "__main__":
    main()
