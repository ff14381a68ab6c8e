// Produces the lines of a file with kafkajs: node produce.js HOST:PORT TOPIC CODEC FILE
// A line is "partition TAB key TAB value"; every record gets the header h=v. Prints one line; exit code 77: no such codec.
'use strict';
const fs = require('fs');
const { Kafka, CompressionTypes, logLevel } = require('kafkajs');
const { registerCodec } = require('./codecs.js');

const [bootstrap, topic, codec, file] = process.argv.slice(2);
const BATCH = 2000;

async function main() {
  registerCodec(codec);
  const types = { none: 'None', gzip: 'GZIP', snappy: 'Snappy', lz4: 'LZ4', zstd: 'ZSTD' };
  const compression = CompressionTypes[types[codec]];
  const kafka = new Kafka({ clientId: 'foreign', brokers: [bootstrap], logLevel: logLevel.ERROR });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(line => line.length > 0);
  for (let from = 0; from < lines.length; from += BATCH) {
    const messages = lines.slice(from, from + BATCH).map(line => {
      const [partition, key, value] = line.split('\t');
      return { partition: Number(partition), key, value, headers: { h: 'v' } };
    });
    await producer.send({ topic, compression, acks: -1, messages });
  }
  await producer.disconnect();
  console.log(`produced ${lines.length}`);
}

main().catch(e => {
  console.error(e);
  process.exit(1);
});
