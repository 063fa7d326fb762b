// The reader of standard output, and the end where it has gone.
'use strict';

const fs = require('node:fs');
const net = require('node:net');

const kStdout = 1;
const kPeriod = 500;  // ms

function fail(error) {
  try {
    fs.writeSync(2, `isthmus: cannot write to standard output: ${error.message}; ` +
                        'send it to a file with room, or to what reads all of it\n');
  } catch {  // standard error has no reader either
  }
  process.exit(1);
}

// Ends the program by exit code 1 where it writes without a reader.
function needReader() {
  process.stdout.on('error', fail);
}

// Linux says of the writing end of a pipe when its last reader has gone, to who waits for something to
// read there. Node.js waits for that at what it takes for a connection; it has no other means than this
// one, which is its own and need not be there. The pipe is opened once more, as each open end has but one
// who waits.
function waitAtPipe() {
  try {
    const {TCP, constants} = process.binding('tcp_wrap');
    const handle = new TCP(constants.SOCKET);
    const pipe = fs.openSync(`/proc/self/fd/${kStdout}`, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    if (handle.open(pipe) !== 0) return;
    new net.Socket({handle, readable: true, writable: false})
        .on('error', () => fail(new Error('write EPIPE')))
        .resume();
  } catch {  // then the next write shows it
  }
}

// The same also where it does not write for long, as in a search: at once for pipes on Linux, and within
// half a second for sockets, which is what Node.js has its child processes write to.
function watchReader() {
  const output = fs.fstatSync(kStdout);
  if (output.isSocket()) setInterval(() => process.stdout.write(''), kPeriod);
  if (output.isFIFO() && process.platform === 'linux') waitAtPipe();
}

module.exports = {needReader, watchReader};
