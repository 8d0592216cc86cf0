import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { given } from './given.mjs'
import { at, codeCache, root } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const windows = process.platform === 'win32'
const running = new Set()
let stopping

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

/** Variables that Node reads before a program can read `.env`. */
const ofNode = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_OPTIONS']

/** The environment of each program that the setup starts. `node` is the project's own Node. */
function environment(extra = {}) {
  const path = process.env.PATH ?? process.env.Path ?? ''
  const own = at('node_modules', '.bin')
  const PATH = path.split(delimiter).includes(own) ? path : `${own}${delimiter}${path}`
  const early = ofNode.map((name) => [name, given(name)]).filter(([, value]) => value)
  return { ...process.env, ...Object.fromEntries(early), PATH, PWD: root, ...extra }
}

/** Forwards a signal. The setup ends when its programs have ended. */
function stop(signal) {
  stopping = signal
  // At a terminal, Ctrl-C already reaches all programs of the process group.
  const seen = signal === 'SIGINT' && process.stdin.isTTY
  for (const { child, group } of running) {
    if (group) signalGroup(child, signal)
    else if (!seen) child.kill(signal)
  }
  if (running.size === 0) process.exit(signalStatus(signal))
}

const signalStatus = (signal) => 128 + (constants.signals[signal] ?? 0)

/** Signals a program and everything it started. */
export function signalGroup(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  if (windows) spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' })
  else process.kill(-child.pid, signal)
}

/**
 * Starts a program in the repository. Resolves with its exit status, or like a shell with 128 + n after signal
 * n. `onStart` gets the child process, to read its output. `group` gives it a separate process group.
 */
export function run(file, args, options = {}) {
  const { env, cwd = root, stdio = 'inherit', shell = false, group = false, onStart } = options
  const child = spawn(file, args, {
    cwd,
    stdio,
    shell,
    // The compiler reads PWD, which differs when the shell entered the folder through a symbolic link.
    env: environment({ ...env, PWD: cwd }),
    detached: group && !windows,
  })
  const entry = { child, group }
  running.add(entry)
  onStart?.(child)
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      running.delete(entry)
      reject(new Refusal(`${file} could not be started: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      running.delete(entry)
      if (stopping && running.size === 0) process.exit(code || signalStatus(stopping))
      resolve(code ?? signalStatus(signal))
    })
  })
}

/**
 * Replaces this process with a program where Node supports it, which saves memory. Otherwise runs it and
 * resolves with its exit status.
 */
export function become(file, args) {
  if (process.execve && !windows) process.execve(file, [file, ...args], environment(codeCache))
  return run(file, args, { env: codeCache })
}
