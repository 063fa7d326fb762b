#!/usr/bin/env node
// The program: isthmus COMMAND [options].
'use strict';

const {version} = require('./package.json');
const {BadInput, finish} = require('./engine.js');
const {needReader} = require('./reader.js');

const kCommands = {
  gtp: {does: 'plays through GTP on standard input and output', run: (args) => require('./gtp.js').gtp(args)},
  analyze: {does: 'games reviewed, positions judged', run: (args) => require('./analyze.js').analyze(args)},
  serve: {does: 'a page with a board, for browsers', run: (args) => require('./serve.js').serve(args)},
};

const kUsage = `Usage: isthmus COMMAND [options]

Commands:
${Object.entries(kCommands).map(([name, {does}]) => `  ${name.padEnd(10)}${does}`).join('\n')}

isthmus COMMAND --help lists the options of one, isthmus --version says which this is. This is the engine as
WebAssembly; the program that is built of its sources has more commands.
`;

async function main([command, ...args]) {
  needReader();
  if (command === '--help' || command === undefined) {
    process.stdout.write(kUsage);
    return finish(command === undefined ? 2 : 0);
  }
  if (command === '--version') {
    process.stdout.write(`isthmus ${version}, WebAssembly in Node.js ${process.versions.node}\n`);
    return finish(0);
  }
  if (!Object.hasOwn(kCommands, command)) {
    return finish(2, `there is no command '${command}'; there are ${Object.keys(kCommands).join(', ')}`);
  }
  try {
    const help = await kCommands[command].run(args);
    if (help === undefined) return;
    process.stdout.write(help);
    finish(0);
  } catch (error) {
    finish(error instanceof BadInput ? 2 : 1, error.message);
  }
}

main(process.argv.slice(2));
