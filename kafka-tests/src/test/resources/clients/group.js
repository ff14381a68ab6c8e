// A member of a group with kafkajs: node group.js HOST:PORT GROUP TOPIC CODEC [COUNT]
// Prints each record as a line "partition TAB key TAB value TAB header=value", and says "assigned N" on its error output
// when it has joined with N partitions. Leaves after COUNT records, or when it is interrupted.
'use strict';
const fs = require('fs');
const { Kafka, AssignerProtocol, PartitionAssigners, logLevel } = require('kafkajs');
const { registerCodec } = require('./codecs.js');

const [bootstrap, groupId, topic, codec, count] = process.argv.slice(2);

// kafkajs has a name of its own for what other clients call "roundrobin".
const roundRobin = context => ({
  ...PartitionAssigners.roundRobin(context),
  name: 'roundrobin',
  protocol: ({ topics }) => ({
    name: 'roundrobin',
    metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
  }),
});

async function main() {
  registerCodec(codec);
  const kafka = new Kafka({ clientId: 'foreign-js', brokers: [bootstrap], logLevel: logLevel.ERROR });
  const consumer = kafka.consumer({
    groupId,
    partitionAssigners: [roundRobin],
    sessionTimeout: 10000,
    rebalanceTimeout: 10000,
    heartbeatInterval: 500,
    maxWaitTimeInMs: 500,
  });
  let left = count ? Number(count) : Infinity;
  let done;
  const finished = new Promise(resolve => (done = resolve));
  process.on('SIGINT', done);
  process.on('SIGTERM', done);
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
    console.error(`assigned ${(payload.memberAssignment[topic] || []).length}`));
  consumer.on(consumer.events.CRASH, ({ payload }) => console.error(`crashed: ${payload.error}`));
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch }) => {
      const lines = batch.messages.map(({ key, value, headers }) => {
        const text = Object.entries(headers).map(([name, bytes]) => `${name}=${bytes}`).join(',');
        return `${batch.partition}\t${key}\t${value}\t${text}\n`;
      });
      fs.writeSync(1, lines.join(''));
      left -= lines.length;
      if (left <= 0) setImmediate(done);
    },
  });
  await finished;
  await consumer.disconnect();
}

main().catch(e => {
  console.error(e);
  process.exit(1);
});
