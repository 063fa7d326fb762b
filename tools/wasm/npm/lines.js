// Lines of a stream, as they come.
'use strict';

// What neither GTP nor JSON take in a line, in bytes.
const kMostBytes = 1 << 20;

// Calls line(bytes) for each line, with null in place of one that is too long, and end() after the last.
// Where line() returns false, it reads no further until the stream is resumed.
function readLines(stream, {line, end}) {
  let parts = [];  // of a line that has not ended
  let bytes = 0;
  const take = (part) => {
    bytes += part.length;
    if (bytes <= kMostBytes) parts.push(part);
  };
  const give = () => {
    const whole = bytes > kMostBytes ? null : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line(whole?.at(-1) === 13 ? whole.subarray(0, -1) : whole);
  };
  stream.on('data', (chunk) => {
    let hasRoom = true;
    let begin = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, begin)) {
      take(chunk.subarray(begin, at));
      hasRoom = give() !== false && hasRoom;
      begin = at + 1;
    }
    take(chunk.subarray(begin));
    if (!hasRoom) stream.pause();
  });
  stream.on('end', () => {
    if (bytes > 0) give();
    end();
  });
}

// All the bytes of a stream.
async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

module.exports = {readAll, readLines};
