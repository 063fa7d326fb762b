// Options as the commands have them: --NAME VALUE or --NAME=VALUE, and their help.
'use strict';

const {BadInput} = require('./engine.js');

// Those that say what is played and who judges it, as `isthmus gtp --help` of the program built of the
// sources has them; the settings come from the engine's own table.
function optionsOf(engine) {
  const games = engine.games;
  return [
    {name: 'game', default: 'hex',
     help: ['the game:', ...games.map(({name, description}) => `  ${name}: ${description}`)].join('\n')},
    {name: 'size', default: '',
     help: `side of the board, or columns x rows as in 13x9; if not given: ${
       games.map(({name, size}) => `${name} ${size}`).join(' ')}`},
    {name: 'swap', default: 'none',
     help: 'what White may do instead of a first stone: none, swap-pieces or swap-sides'},
    {name: 'evaluator', default: 'auto',
     help: 'what judges positions: auto (the net for its game, else fills or playouts), net, fills or playouts'},
    {name: 'net', default: '', help: 'a file with another net than the one of this package'},
    ...engine.settings.map(({name, help, range, default: value}) =>
        ({name, default: value, help: `${help} (${range})`, isSetting: true})),
  ];
}

// Reads the arguments of a command. Returns the values by name, each option's default where it was not
// given, the set of names `given`, and what is no option, `rest`. Flags take no value.
function parse(args, options) {
  const values = Object.fromEntries(options.map(({name, default: value}) => [name, value]));
  const given = new Set();
  const rest = [];
  for (let i = 0; i < args.length; ++i) {
    if (!args[i].startsWith('--')) {
      rest.push(args[i]);
      continue;
    }
    const [name, inline] = args[i].slice(2).split(/=(.*)/s);
    const option = options.find((each) => each.name === name);
    if (!option) throw new BadInput(`there is no option '--${name}'; --help shows what there is`);
    if (option.isFlag) {
      values[name] = true;
    } else if (inline === undefined && i + 1 === args.length) {
      throw new BadInput(`the option '--${name}' needs a value`);
    } else {
      values[name] = inline ?? args[++i];
    }
    given.add(name);
  }
  return {values, given, rest};
}

// Broken into lines of at most `width` characters, where there are blanks.
function wrapped(text, width) {
  return text.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)[0];
    const lines = [];
    for (const word of line.trim().split(' ')) {
      const last = lines.length - 1;
      if (last >= 0 && `${lines[last]} ${word}`.length <= width) lines[last] += ` ${word}`;
      else lines.push(`${indent}${lines.length > 0 && indent ? '  ' : ''}${word}`);
    }
    return lines;
  });
}

function help(usage, options) {
  const rows = options.map(({name, isFlag, default: value, help: text}) => {
    const shown = `  --${name}${isFlag ? '' : ` X${value ? ` (=${value})` : ''}`}`;
    const [first, ...others] = wrapped(text, 62);
    const begin = shown.length < 37 ? `${shown.padEnd(38)}${first}` : `${shown}\n${' '.repeat(38)}${first}`;
    return [begin, ...others.map((line) => ' '.repeat(38) + line)].join('\n');
  });
  return `${usage}\n\nOptions:\n${rows.join('\n')}\n`;
}

const kMostMegabytes = 1024;

// Has the engine do as the options say.
function configure(engine, {values, given}) {
  for (const {name} of engine.settings) {
    if (given.has(name)) engine.set(name, values[name]);
  }
  if (Number(engine.settings.find(({name}) => name === 'memory').default) > kMostMegabytes) {
    throw new BadInput(`option '--memory' takes at most ${kMostMegabytes} in Node.js`);
  }
  engine.set('evaluator', values.evaluator);
  engine.giveNets(values.net);
}

module.exports = {configure, help, optionsOf, parse};
