import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { AgentError, reasonOf } from '../errors.js'
import { agentPlatform, isPrivileged } from '../platform.js'
import { ownCommand, ownExecutable } from '../program_path.js'
import type { State } from '../state/state.js'
import {
  launchdLabel,
  launchdPlist,
  serviceName,
  systemdUnit,
  taskName,
  windowsTask,
  type Service,
} from './definition.js'

export interface InstallOptions {
  /** For the whole machine; the default for an administrator. */
  system?: boolean | undefined
  runAs?: string | undefined
  /** Prints the definition and changes nothing. */
  print?: boolean | undefined
}

/** The installation of a service for one service manager. */
interface Installation {
  file: string
  content: string | Buffer
  /** Each entry is one command with its arguments. */
  start: string[][]
  /** Stops the previously installed service, if any. */
  reset?: string[]
  stop: string[][]
}

/** Returns the path of a service's executable, which is in the state folder so that an update can replace it. */
const servedExecutable = (stateFolder: string): string =>
  join(
    stateFolder,
    'program',
    process.platform === 'win32' ? 'crossdock-agent.exe' : 'crossdock-agent'
  )

/** @returns the definition, or its path */
export function install(state: State, options: InstallOptions): string {
  const isSystem = options.system ?? isPrivileged()
  const executable = ownExecutable()
  const program = executable ? [servedExecutable(state.folder)] : ownCommand()
  const service: Service = {
    command: [...program, 'run', '--state', state.folder],
    stateFolder: state.folder,
    isSystem,
    runAs: options.runAs,
  }
  const installation = installationOf(service)
  if (options.print) return installation.content.toString().replace(/^\uFEFF/, '')
  if (!state.get('identity')) {
    throw new AgentError('E_NOT_ENROLLED', 'This agent is not enrolled.', {
      hint: 'Enroll it first: crossdock-agent enroll',
    })
  }
  const [manager = ''] = installation.start[0]!
  if (!isManagerRunning(manager)) {
    const what =
      manager === 'systemctl'
        ? 'systemd does not run on this machine'
        : `This machine has no "${manager}"`
    throw new AgentError('E_SERVICE', `${what}. Nothing was installed.`, {
      hint: 'See the definition with --print, or keep "crossdock-agent run" running in another way.',
    })
  }
  // Windows cannot replace a running program.
  if (installation.reset) attempt(installation.reset)
  if (executable) replaceExecutable(executable, servedExecutable(state.folder))
  mkdirSync(dirname(installation.file), { recursive: true })
  writeFileSync(installation.file, installation.content, { mode: 0o644 })
  for (const command of installation.start) execute(command)
  return installation.file
}

/**
 * Stops the service and removes its definition; the state is kept.
 * @returns the removed file
 */
export function uninstall(state: State, options: Pick<InstallOptions, 'system'>): string {
  const isSystem = options.system ?? isPrivileged()
  const { file, stop } = installationOf({
    command: [],
    stateFolder: state.folder,
    isSystem,
  })
  if (agentPlatform() !== 'windows' && !existsSync(file)) {
    throw new AgentError('E_SERVICE', `No service is installed: "${file}" does not exist.`, {
      hint: isSystem ? undefined : 'A service of the whole machine is removed by an administrator.',
    })
  }
  const [manager = ''] = stop[0]!
  if (isManagerRunning(manager)) for (const command of stop) execute(command)
  rmSync(file, { force: true })
  rmSync(dirname(servedExecutable(state.folder)), { recursive: true, force: true })
  return file
}

function installationOf(service: Service): Installation {
  const { isSystem, stateFolder } = service
  switch (agentPlatform()) {
    case 'linux': {
      const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
      const folder = isSystem ? '/etc/systemd/system' : join(config, 'systemd', 'user')
      const systemctl = ['systemctl', ...(isSystem ? [] : ['--user'])]
      const unit = `${serviceName}.service`
      return {
        file: join(folder, unit),
        content: systemdUnit(service),
        start: [
          [...systemctl, 'daemon-reload'],
          [...systemctl, 'enable', unit],
          [...systemctl, 'restart', unit],
        ],
        stop: [[...systemctl, 'disable', '--now', unit]],
      }
    }
    case 'macos': {
      const folder = isSystem
        ? '/Library/LaunchDaemons'
        : join(homedir(), 'Library', 'LaunchAgents')
      const file = join(folder, `${launchdLabel}.plist`)
      const domain = isSystem ? 'system' : `gui/${userInfo().uid}`
      return {
        file,
        content: launchdPlist(service),
        reset: ['launchctl', 'bootout', `${domain}/${launchdLabel}`],
        start: [['launchctl', 'bootstrap', domain, file]],
        stop: [['launchctl', 'bootout', `${domain}/${launchdLabel}`]],
      }
    }
    case 'windows': {
      const file = join(stateFolder, 'task.xml')
      const runAs = service.runAs ?? (isSystem ? undefined : userInfo().username)
      return {
        file,
        // The task scheduler of Windows reads UTF-16 with a byte order mark.
        content: Buffer.from(`\uFEFF${windowsTask({ ...service, runAs })}`, 'utf16le'),
        reset: ['schtasks', '/End', '/TN', taskName],
        start: [
          ['schtasks', '/Create', '/F', '/TN', taskName, '/XML', file],
          ['schtasks', '/Run', '/TN', taskName],
        ],
        stop: [
          ['schtasks', '/End', '/TN', taskName],
          ['schtasks', '/Delete', '/F', '/TN', taskName],
        ],
      }
    }
  }
}

/** Writes to a file next to the target and renames it: a running program cannot be written, but can be replaced. */
function replaceExecutable(from: string, to: string): void {
  if (from === to) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const fresh = `${to}.new`
  copyFileSync(from, fresh)
  chmodSync(fresh, 0o755)
  renameSync(fresh, to)
}

/**
 * Returns whether the service manager runs. Containers often contain its program without running it; only the
 * folder that it creates shows that it runs (sd_booted(3)).
 */
function isManagerRunning(program: string): boolean {
  if (program === 'systemctl' && !existsSync('/run/systemd/system')) return false
  try {
    execFileSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function attempt(command: string[]): void {
  try {
    execute(command)
  } catch (error) {
    if (!(error instanceof AgentError)) throw error
  }
}

function execute([file = '', ...args]: string[]): void {
  try {
    execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    const why = said === '' ? reasonOf(error) : said.replace(/\s+/g, ' ').replace(/\.$/, '')
    throw new AgentError('E_SERVICE', `"${[file, ...args].join(' ')}" failed: ${why}.`)
  }
}
