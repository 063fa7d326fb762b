// isthmus analyze
'use strict';

const fs = require('node:fs');

const {BadInput, Engine, finish} = require('./engine.js');
const {readAll, readLines} = require('./lines.js');
const {configure, help, optionsOf, parse} = require('./options.js');
const {watchReader} = require('./reader.js');

const kUsage = `Usage: isthmus analyze FILE [options]
       isthmus analyze --stream [options]

Reviews games, or analyses positions. FILE, or - for standard input, holds games: SGF, links of
HexWorld or trmph, or openings; or is a link itself. These are reviewed move by move, and shown as a
table (--format text), as SGF with comments (sgf), or as a graph of win rates (svg).

FILE may also hold queries in JSON, one or one a line, for example

  {"id": "a", "size": 11, "moves": [["B", "f6"], ["W", "g5"]], "maxVisits": 500}

each of which is answered by a line when it is done; the id says which it is. --stream takes such
lines at any time, and actions. All cores are used if --threads does not say otherwise.

The program that is built of the sources can also draw positions, write problems and pictures to
files (--out, --puzzles), and answer games in JSON.`;

const kOptions = [
  {name: 'stream', isFlag: true, help: 'serve queries on standard input and output'},
  {name: 'format', default: 'text', help: 'of reviews: text, sgf or svg'},
];

// What is read stays as bytes: the engine decides what they say, as files of games need not be UTF-8.
const lettersOf = (bytes) => bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');  // no mark of UTF-8
const isBlank = (bytes) => /^[ \t\r\n]*$/.test(lettersOf(bytes));
const isQueries = (bytes) => /^[ \t\r\n]*([{[]|$)/.test(lettersOf(bytes));
const kMinDone = 4;  // of the searches of a review, to estimate how long the others take

const isLink = (text) => /^https?:\/\//.test(text);

async function inputOf(file) {
  if (file === '-') return readAll(process.stdin);
  if (isLink(file)) return Buffer.from(file);
  try {
    return fs.readFileSync(file);
  } catch (error) {
    throw new BadInput(`cannot read ${file}: ${error.message}; give a file of games or of JSON ` +
                       'queries, a link, or - for standard input');
  }
}

// The queries in a file: all of it, or a line each.
function queriesIn(bytes) {
  const text = lettersOf(bytes);
  try {
    JSON.parse(text);
    return [bytes];
  } catch {
    return text.split('\n').map((line) => Buffer.from(line, 'latin1')).filter((line) => !isBlank(line));
  }
}

// Writes answers, and counts those that are refusals.
class Answers {
  refused = 0;
  take(line) {
    if (/^\{[^[{]*"error":/.test(line)) ++this.refused;
    process.stdout.write(`${line}\n`);
  }
}

// The line of the terminal that says how far the review of a game is.
class Progress {
  begin() {
    this.began = performance.now();
  }
  show(done, of) {
    let text = `${done} searches of ${of}`;
    if (done >= kMinDone) {
      const seconds = (performance.now() - this.began) / 1000;
      text += `, about ${Math.ceil(seconds * (of - done) / done)} s more`;
    }
    this.replace(text);
  }
  replace(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  }
}

async function analyze(args) {
  const answers = new Answers();
  const progress = new Progress();
  let queries = 0;
  const engine = await Engine.load({
    answer: (line) => answers.take(line),
    progress: (done, of) => progress.show(done, of),
    write: (text) => {  // the review of a game
      progress.replace('');
      process.stdout.write(text);
      progress.begin();
    },
    ended: (code, message) => {
      progress.replace('');
      if (code === 0 && queries > 0 && answers.refused > 0) {
        finish(2, `${answers.refused} of ${queries} queries were refused; the answers say why`);
      } else {
        finish(code, message);
      }
    },
  });
  const options = [...kOptions, ...optionsOf(engine)];
  if (args.includes('--help')) return help(kUsage, options);
  const parsed = parse(args, options);
  const {values: {stream, format, game, size, swap}, rest} = parsed;
  if (Boolean(stream) === (rest.length > 0) || rest.length > 1) {
    throw new BadInput('give one FILE of games or JSON queries, - for standard input, or --stream; ' +
                       'isthmus analyze --help says more');
  }
  if (!['text', 'sgf', 'svg'].includes(format)) {
    throw new BadInput(`option '--format' takes text, sgf or svg, not '${format}'`);
  }
  configure(engine, parsed);
  watchReader();
  const threads = Number(engine.settings.find(({name}) => name === 'threads').default);
  const submit = (line) => engine.call('submit', line);
  if (stream) {
    engine.module._isthmus_start(threads);
    readLines(process.stdin, {
      line: (bytes) => {
        if (bytes === null) answers.take('{"error":"the query is longer than 1 MB"}');
        else if (!isBlank(bytes)) submit(bytes);
      },
      end: () => engine.call('finish'),
    });
    return;
  }
  const input = await inputOf(rest[0]);
  if (!isQueries(input)) {
    progress.begin();
    engine.call('review', rest[0], input, format, game, size, swap);
    return;
  }
  const all = queriesIn(input);
  queries = all.length;
  if (queries === 0) throw new BadInput(`${rest[0]} holds no query; see isthmus analyze --help`);
  engine.module._isthmus_start(threads);
  all.forEach(submit);
  engine.call('finish');
}

module.exports = {analyze};
