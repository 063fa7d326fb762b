// isthmus gtp
'use strict';

const {BadInput, Engine} = require('./engine.js');
const {readLines} = require('./lines.js');
const {configure, help, optionsOf, parse} = require('./options.js');
const {watchReader} = require('./reader.js');

const kUsage = `Usage: isthmus gtp [options]

Plays through GTP, the Go Text Protocol, on standard input and output. The command list_commands
lists what it understands, help explains it. All cores are used if --threads does not say otherwise.
Memory for trees, --memory, is 1024 MB at the most, and 256 if not given. There are no GPUs, books and
other nets than the package has or --net names.`;

async function gtp(args) {
  const engine = await Engine.load({resume: () => process.stdin.resume()});
  const options = [
    {name: 'show-board', isFlag: true, help: 'print the board with the names of its cells, and end'},
    ...optionsOf(engine),
  ];
  if (args.includes('--help')) return help(kUsage, options);
  const parsed = parse(args, options);
  const {game, size, swap} = parsed.values;
  if (parsed.given.has('show-board')) {
    const board = engine.text('board', game, size);
    if (!board.startsWith('+')) throw new BadInput(board.slice(1));
    return board.slice(1);
  }
  configure(engine, parsed);
  watchReader();
  engine.call('gtp', game, size, swap);
  readLines(process.stdin, {
    line: (bytes) => engine.call('line', bytes) !== 0,
    end: () => engine.call('end'),
  });
}

module.exports = {gtp};
