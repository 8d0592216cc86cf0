import { accessSync, constants, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { reasonOf } from './errors.js'
import { Folder } from './files/folder.js'
import { HttpClient } from './http/client.js'
import { agentPlatform, machineId } from './platform.js'
import { bytesText } from './run/status.js'
import type { State } from './state/state.js'
import { syncFindings } from './sync/findings.js'

export interface Finding {
  isFine: boolean
  message: string
}

const fewBytes = 256 * 1024 * 1024
const clockMs = 5 * 60_000

/** Checks everything that an agent needs. Each finding is a sentence. */
export async function examine(state: State): Promise<Finding[]> {
  return [
    ...checkIdentity(state),
    ...checkState(state),
    ...(await checkDiskSpace(state)),
    ...(await checkFolders(state)),
    ...syncFindings(state.folder),
    ...(await checkServer(state)),
  ]
}

const fine = (message: string): Finding => ({ isFine: true, message })
const wrong = (message: string): Finding => ({ isFine: false, message })

function checkIdentity(state: State): Finding[] {
  const identity = state.get('identity')
  if (!identity) return [wrong('This agent is not enrolled. Run: crossdock-agent enroll')]
  const stopped = state.get('stopped')
  if (stopped) return [wrong(`The server stopped this agent: ${stopped.message}`)]
  const [then, now] = [state.get('machineId'), machineId()]
  const { agentName, organization } = identity
  return [
    fine(`This is the agent "${agentName}" of ${organization}.`),
    ...(then && now && then !== now
      ? [wrong('This state was enrolled on another machine. Enroll this one with --replace.')]
      : []),
  ]
}

function checkState(state: State): Finding[] {
  const { folder } = state
  if (process.platform === 'win32') return [fine(`The state is in "${folder}".`)]
  const { mode } = statSync(folder)
  return (mode & 0o077) === 0
    ? [fine(`The state is in "${folder}", closed to other people.`)]
    : [wrong(`Other people of this machine can open "${folder}". Run: chmod 700 "${folder}"`)]
}

async function checkDiskSpace({ folder }: State): Promise<Finding[]> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const message = `The disk of the state has ${bytesText(free)} free.`
    return [free < fewBytes ? wrong(message) : fine(message)]
  } catch (error) {
    return [wrong(`The room on the disk of "${folder}" cannot be read: ${reasonOf(error)}.`)]
  }
}

async function checkFolders(state: State): Promise<Finding[]> {
  const folders = state.get('folders') ?? []
  if (folders.length === 0) {
    return [
      wrong('No folder is allowed, so no file can move. Run: crossdock-agent folders --add DIR'),
    ]
  }
  const findings: Finding[] = []
  for (const { path, real } of folders) {
    try {
      const folder = await Folder.root(real)
      try {
        // Without Full Disk Access, macOS lists nothing in Documents and Desktop, so try to list the folder.
        await folder.entries(() => undefined)
        accessSync(real, constants.W_OK)
        findings.push(fine(`The folder "${path}" can be read and written.`))
      } finally {
        await folder.close()
      }
    } catch (error) {
      const hint =
        agentPlatform() === 'macos'
          ? ' Give the agent Full Disk Access in the system settings.'
          : ''
      findings.push(wrong(`The folder "${path}" cannot be used: ${reasonOf(error)}.${hint}`))
    }
  }
  return findings
}

async function checkServer(state: State): Promise<Finding[]> {
  const server = state.get('identity')?.server
  if (!server) return []
  const http = new HttpClient(server)
  try {
    const { headers } = await http.withHeaders('GET', '/api/health/live')
    const ahead = Date.now() - Date.parse(headers.date ?? '')
    const minutes = Math.round(Math.abs(ahead) / 60_000)
    return [
      fine(`The server ${server} answers.`),
      Math.abs(ahead) > clockMs
        ? wrong(`The clock of this machine is ${minutes} minutes off. The agent works with it.`)
        : fine('The clock of this machine is right.'),
    ]
  } catch (error) {
    return [wrong(`${reasonOf(error)}.`)]
  } finally {
    http.close()
  }
}
