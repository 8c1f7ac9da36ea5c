import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, say } from './say.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/** True when node_modules holds what package-lock.json asks for. */
export function dependenciesReady(root) {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  if (readStamp(root).lockfile === hash) return true;
  if (!installedByHand(root, parseLock(lockfile.toString()))) return false;
  writeStamp(root, { lockfile: hash });
  return true;
}

function parseLock(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SetupError(`package-lock.json is not valid JSON: ${error.message}. Is a merge unfinished?`);
  }
}

/** npm may have been run by hand: npm's own list of what it installed must agree with the lockfile. */
function installedByHand(root, lock) {
  const listFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(listFile)) return false;
  const installed = JSON.parse(readFileSync(listFile, 'utf8')).packages ?? {};
  const wanted = lock.packages ?? {};
  const complete = Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  );
  // An optional package may be absent, but one that is there has the version asked for.
  return complete && Object.entries(installed).every(([path, entry]) => wanted[path]?.version === entry.version);
}

export async function installDependencies(root) {
  say('installing the npm packages (npm ci); this takes a minute the first time');
  // --include=dev: a NODE_ENV=production around us would leave the test runner out.
  const npm = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env: outsideEnv(),
  });
  if (npm.code !== 0) {
    process.stderr.write(npm.output);
    throw new SetupError(`npm ci failed (exit code ${npm.code}); what it said is above.`);
  }
  if (!dependenciesReady(root)) {
    throw new SetupError(
      'npm ci ended well, yet node_modules does not agree with package-lock.json: is another npm running here?',
    );
  }
}

/** The environment npm had before it started this script: its own variables and node_modules/.bin would mislead it. */
function outsideEnv() {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(npm_(lifecycle|package|command|execpath|node_execpath)|npm_config_local_prefix$|INIT_CWD$)/.test(name))
      env[name] = value;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  env.PATH = folders.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter);
  return env;
}

function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => done({ code: error.code, output: `${error.message}\n` }));
    child.on('close', (code, signal) => done({ code: code ?? signal, output }));
  });
}
