import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, linkSync, renameSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { AgentError, fileError, reasonOf } from '../errors.js'
import { HttpClient } from '../http/client.js'
import { agentArch, agentPlatform } from '../platform.js'
import { ownExecutable } from '../program_path.js'
import type { State } from '../state/state.js'
import { agentVersion } from '../version.js'
import { readManifest, type Release, type SignedManifest } from './manifest.js'

const run = promisify(execFile)

/** Time limit for the first output of a new program. */
const checkMs = 30_000
/** A new program that was started this often without a heartbeat is rolled back. */
const mostStarts = 3

const freshOf = (program: string) => `${program}.new`
const previousOf = (program: string) => `${program}.previous`

/**
 * Replaces this program by the server's program. The previous program is kept until the new program has sent a
 * heartbeat.
 * @returns the version that the next start runs; undefined if this is the newest version
 * @throws AgentError: then nothing has changed
 */
export async function update(state: State, signal: AbortSignal): Promise<string | undefined> {
  const program = ownExecutable()
  if (!program) {
    throw new AgentError(
      'E_UPDATE',
      'This agent is run by the command line of Crossdock, and is updated with it.'
    )
  }
  const http = new HttpClient(state.get('identity')!.server)
  try {
    const target = `${agentPlatform()}-${agentArch()}`
    const signed = await http.json<SignedManifest>('GET', '/api/desktop-agents/update', { signal })
    const release = readManifest(state, signed, target)
    if (release.version === agentVersion) return undefined
    const fresh = freshOf(program)
    try {
      await fetchProgram(http, { release, target, fresh, signal })
      await assertStarts(fresh, release.version)
      // Store this first: a process that is killed afterwards finds out which of the two programs it is.
      state.set('updating', { from: agentVersion, to: release.version, starts: 0 })
      replace(program, fresh)
    } catch (error) {
      await rm(fresh, { force: true })
      throw fileError(fresh, error, 'write')
    }
    return release.version
  } finally {
    http.close()
  }
}

interface Fetching {
  release: Release
  target: string
  fresh: string
  signal: AbortSignal
}

async function fetchProgram(
  http: HttpClient,
  { release, target, fresh, signal }: Fetching
): Promise<void> {
  const { size, sha256 } = release
  const answer = await http.send('GET', `/api/desktop-agents/downloads/${target}`, {
    signal,
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  })
  await rm(fresh, { force: true })
  const file = await open(fresh, 'wx', 0o700)
  const hash = createHash('sha256')
  let done = 0
  try {
    for await (const piece of http.bytes(answer)) {
      done += piece.length
      if (done > size) break
      hash.update(piece)
      await file.write(piece)
    }
    await file.sync()
  } finally {
    answer.destroy()
    await file.close()
  }
  if (done !== size || hash.digest('hex') !== sha256) {
    throw new AgentError(
      'E_UPDATE_HASH',
      `The server sent another program than its manifest names. The agent stays at version ${agentVersion}.`
    )
  }
  chmodSync(fresh, 0o755)
}

async function assertStarts(fresh: string, version: string): Promise<void> {
  let said: string
  try {
    said = (await run(fresh, ['--version'], { timeout: checkMs })).stdout.trim()
  } catch (cause) {
    const [why = ''] = reasonOf(cause).split('\n')
    const message = `The new program does not start on this machine: ${why}.`
    throw new AgentError('E_UPDATE_START', message, { cause })
  }
  if (said === version) return
  throw new AgentError('E_UPDATE_START', `The new program is version ${said}, not ${version}.`)
}

/**
 * Replaces a program. There is always a program under its name, except for a moment on Windows, which locks a
 * running program.
 */
function replace(program: string, fresh: string): void {
  const previous = previousOf(program)
  rmSync(previous, { force: true })
  if (process.platform === 'win32') renameSync(program, previous)
  else linkSync(program, previous)
  renameSync(fresh, program)
}

/** The state of an update when an agent starts. */
export type UpdateState =
  | 'none'
  /** This is the new program: its first heartbeat makes the update final. */
  | 'new'
  /** The previous program was restored, and must be started. */
  | 'rolled_back'

/** Checks at the start whether this is a new program, and rolls back after too many starts. */
export function updateAtStart(state: State): UpdateState {
  const updating = state.get('updating')
  const program = ownExecutable()
  if (!updating || !program) return 'none'
  const { to } = updating
  if (to !== agentVersion) {
    endUpdate(state, 'failed', to, `The update to version ${to} was interrupted.`)
    rmSync(freshOf(program), { force: true })
    return 'none'
  }
  const starts = updating.starts + 1
  state.set('updating', { ...updating, starts })
  if (starts <= mostStarts) return 'new'
  const why = `it was started ${mostStarts} times, and never reached the server.`
  return rollBack(state, why) ? 'rolled_back' : 'new'
}

/**
 * Restores the previous program.
 * @returns whether there was one
 */
export function rollBack(state: State, why: string): boolean {
  const { from, to } = state.get('updating')!
  const program = ownExecutable()!
  try {
    if (process.platform === 'win32') renameSync(program, `${program}.failed`)
    renameSync(previousOf(program), program)
  } catch {
    return false
  }
  endUpdate(state, 'rolled_back', to, `Version ${from} was put back: ${why}`)
  return true
}

/** Deletes the previous program, because the new program has sent a heartbeat. */
export function makeFinal(state: State): void {
  const updating = state.get('updating')
  if (!updating) return
  const { from, to } = updating
  endUpdate(state, 'installed', to, `Version ${to} replaces ${from}.`)
  const program = ownExecutable()
  if (program) rmSync(previousOf(program), { force: true })
}

/** Records the result of an update, until the server has received it. */
export function endUpdate(
  state: State,
  outcome: 'installed' | 'rolled_back' | 'failed',
  version: string,
  message: string
): void {
  state.atOnce(() => {
    state.drop('updating')
    const short = { version: version.slice(0, 50), message: message.slice(0, 500) }
    state.set('updated', { ...short, outcome })
  })
}
