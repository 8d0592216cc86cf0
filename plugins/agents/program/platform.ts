import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, homedir, hostname, release, type as osType, userInfo, version } from 'node:os'
import { join } from 'node:path'
import type { Architecture, Platform } from '../contracts/protocol.js'
import { AgentError } from './errors.js'

/** A platform by its name on the server. */
export type AgentPlatform = Platform

/**
 * Returns the platform by its name on the server.
 * @throws AgentError for another system
 */
export function agentPlatform(): Platform {
  if (process.platform === 'linux') return 'linux'
  if (process.platform === 'darwin') return 'macos'
  if (process.platform === 'win32') return 'windows'
  throw new AgentError(
    'E_PLATFORM',
    `The agent runs on Linux, macOS and Windows, and this is "${process.platform}".`
  )
}

/**
 * Returns the processor by its name on the server.
 * @throws AgentError for another processor
 */
export function agentArch(): Architecture {
  const found = arch()
  if (found === 'x64' || found === 'arm64') return found
  throw new AgentError('E_PLATFORM', `The agent runs on x64 and arm64, and this is "${found}".`)
}

export const machineName = (): string => hostname().slice(0, 100) || 'unnamed'

/** Returns the operating system and its version in one line. */
export const osVersion = (): string => `${osType()} ${release()} (${version()})`.slice(0, 200)

/** Returns whether the process may change the whole machine. */
export const isPrivileged = (): boolean => process.getuid?.() === 0

/** Returns the state folder for commands without `--state`. */
export function defaultStateFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'win32') {
    return join(env.LOCALAPPDATA ?? env.ProgramData ?? homedir(), 'Crossdock Agent')
  }
  if (process.platform === 'darwin') {
    const library = isPrivileged() ? '/Library' : join(homedir(), 'Library')
    return join(library, 'Application Support', 'Crossdock Agent')
  }
  if (isPrivileged()) return '/var/lib/crossdock-agent'
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'crossdock-agent')
}

/**
 * Returns an id of the machine; for a personal agent, an id of machine and person. Returns undefined if the
 * system has none. The id is a hash, so the raw id does not leave the machine.
 */
export function machineId(): string | undefined {
  const raw = rawMachineId()
  if (!raw) return undefined
  const account = isPrivileged() ? '' : userInfo().username
  const text = `crossdock-agent\n${raw}\n${account}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function rawMachineId(): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync('/etc/machine-id', 'utf8').trim()
    const [file, args, pattern] =
      process.platform === 'darwin'
        ? ([
            'ioreg',
            ['-rd1', '-c', 'IOPlatformExpertDevice'],
            /IOPlatformUUID" = "([^"]+)/,
          ] as const)
        : ([
            'reg',
            ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid'],
            /REG_SZ\s+(\S+)/,
          ] as const)
    return pattern.exec(execFileSync(file, args, { encoding: 'utf8', stdio: 'pipe' }))?.[1]
  } catch {
    return undefined
  }
}
