// The codecs that kafkajs leaves to other packages. Exit code 77: this one cannot be had.
'use strict';
const { CompressionTypes, CompressionCodecs } = require('kafkajs');

function registerCodec(codec) {
  try {
    if (codec === 'snappy') {
      CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy');
    } else if (codec === 'lz4') {
      const LZ4 = require('kafkajs-lz4');
      CompressionCodecs[CompressionTypes.LZ4] = new LZ4().codec;
    } else if (codec === 'zstd') {
      const zlib = require('zlib');
      if (!zlib.zstdCompressSync) throw new Error('this Node.js has no zstd');
      CompressionCodecs[CompressionTypes.ZSTD] = () => ({
        compress: async encoder => zlib.zstdCompressSync(encoder.buffer),
        decompress: async buffer => zlib.zstdDecompressSync(buffer),
      });
    }
  } catch (e) {
    console.log(`no codec ${codec}: ${e.message.split('\n')[0]}`);
    process.exit(77);
  }
}

module.exports = { registerCodec };
