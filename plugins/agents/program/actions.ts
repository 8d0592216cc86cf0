import { AgentError } from './errors.js'
import { allowedFolder } from './files/allow_list.js'
import { defaultStateFolder, isPrivileged } from './platform.js'
import type { AgentStatus } from './run/status.js'
import type { InstallOptions } from './service/install.js'
import { isRunning } from './state/lock.js'
import { State } from './state/state.js'
import type { Printer } from './printer.js'

interface StateOption {
  state?: string
}

/** Exit code that makes the service manager restart the program. */
const restartCode = 75

const folderOf = ({ env, path }: Printer, { state }: StateOption): string =>
  path(state ?? env.CROSSDOCK_AGENT_STATE ?? defaultStateFolder(env))

async function withState<T>(
  printer: Printer,
  options: StateOption,
  work: (state: State) => Promise<T> | T,
  make = false
): Promise<T> {
  const state = State.open(folderOf(printer, options), make)
  try {
    return await work(state)
  } finally {
    state.close()
  }
}

interface EnrollFlags extends StateOption {
  server?: string
  token?: string
  allow?: string[]
  machineId?: string
  replace?: boolean
}

export async function enrollMachine(printer: Printer, flags: EnrollFlags): Promise<void> {
  const server = flags.server ?? printer.env.CROSSDOCK_SERVER
  const token = flags.token ?? printer.env.CROSSDOCK_AGENT_TOKEN
  if (!server) throw new AgentError('E_USAGE', 'Name the server with --server.')
  if (!token) {
    throw new AgentError('E_USAGE', 'Name the one-time token with --token.', {
      hint: 'The Deploy tab of the console makes one.',
    })
  }
  await withState(
    printer,
    flags,
    async (state) => {
      const { enroll } = await import('./identity/enroll.js')
      const allow = (flags.allow ?? []).map(printer.path)
      const { machineId, replace = false } = flags
      const identity = await enroll(state, { server, token, allow, machineId, replace })
      if (isRunning(state.folder)) await callRunningAgent(state, 'POST', 'reload')
      if (printer.isJson()) return printer.printJson(identity)
      const { agentName, organization, environment } = identity
      printer.say(
        `This machine is the agent "${agentName}" of ${organization}, ${environment.name}.`
      )
      for (const { path } of state.get('folders') ?? []) printer.say(`It may use ${path}`)
      if ((state.get('folders') ?? []).length === 0) {
        printer.note('No folder is allowed yet: crossdock-agent folders --add DIR')
      }
      if (!isRunning(state.folder))
        printer.note('Start it now with "run", or as a service with "install".')
    },
    true
  )
}

export async function runAgent(printer: Printer, options: StateOption): Promise<void> {
  const { Agent } = await import('./run/agent.js')
  const { restartProgram: startAgain } = await import('./run/start_again.js')
  const { managedBy } = await import('./service/definition.js')
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  const ending = await withState(printer, options, (state) => {
    if (!state.get('identity')) throw notEnrolled()
    return Agent.run(state, stop.signal, ({ level, message }) =>
      printer.note(level === 'info' ? message : `${level}: ${message}`)
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  if (ending === 'stopped') return
  if (printer.env[managedBy]) process.exitCode = restartCode
  else startAgain()
}

const notEnrolled = () =>
  new AgentError('E_NOT_ENROLLED', 'This agent is not enrolled.', {
    hint: 'Enroll this machine first: crossdock-agent enroll',
  })

/**
 * Calls the running agent.
 * @throws AgentError when none runs
 */
async function callRunningAgent<T = void>(state: State, method: string, what: string): Promise<T> {
  const page = state.get('page')
  if (!page) throw notRunning(state)
  const { HttpClient } = await import('./http/client.js')
  // Calls to this machine never use a proxy.
  const http = new HttpClient(`http://127.0.0.1:${page.port}`, {})
  try {
    return await http.json<T>(method, `/${page.secret}/${what}`)
  } catch (error) {
    if (error instanceof AgentError && error.code === 'E_UNREACHABLE') throw notRunning(state)
    throw error
  } finally {
    http.close()
  }
}

const notRunning = ({ folder }: State) =>
  new AgentError('E_NOT_RUNNING', `No agent runs with the state "${folder}".`, {
    hint: 'Start it with "run", or name another state with --state.',
  })

export async function showStatus(printer: Printer, options: StateOption): Promise<void> {
  await withState(printer, options, async (state) => {
    if (!isRunning(state.folder)) throw notRunning(state)
    const status = await callRunningAgent<AgentStatus>(state, 'GET', 'status.json')
    const { port, secret } = state.get('page')!
    const page = `http://127.0.0.1:${port}/${secret}/`
    if (printer.isJson()) return printer.printJson({ ...status, page })
    const { statusRows } = await import('./run/status.js')
    for (const [name, value] of [...statusRows(status), ['Page', page]] as const) {
      if (value !== '') printer.say(`${name.padEnd(18)}${value}`)
    }
  })
}

export async function pauseAgent(
  printer: Printer,
  options: StateOption,
  isPaused: boolean
): Promise<void> {
  await withState(printer, options, async (state) => {
    if (isRunning(state.folder))
      await callRunningAgent(state, 'POST', isPaused ? 'pause' : 'resume')
    else state.set('isPausedHere', isPaused)
  })
  printer.say(
    isPaused
      ? 'The agent begins no new command on this machine. What runs comes to its end.'
      : 'The agent begins new commands again.'
  )
}

interface FolderFlags extends StateOption {
  add?: string[]
  remove?: string[]
}

export async function changeFolders(printer: Printer, flags: FolderFlags): Promise<void> {
  await withState(
    printer,
    flags,
    async (state) => {
      let folders = state.get('folders') ?? []
      for (const typed of flags.remove ?? []) {
        const path = printer.path(typed)
        const left = folders.filter((one) => one.path !== path && one.real !== path)
        if (left.length === folders.length) {
          throw new AgentError('E_FOLDER', `"${typed}" is none of the allowed folders.`)
        }
        folders = left
      }
      for (const typed of flags.add ?? []) {
        const folder = allowedFolder(printer.path(typed))
        folders = [...folders.filter(({ real }) => real !== folder.real), folder]
      }
      if (flags.add || flags.remove) {
        state.set('folders', folders)
        if (isRunning(state.folder)) await callRunningAgent(state, 'POST', 'reload')
      }
      if (printer.isJson()) return printer.printJson(folders.map(({ path }) => path))
      for (const { path } of folders) printer.say(path)
      if (folders.length === 0) printer.note('No folder is allowed.')
    },
    true
  )
}

export async function showLogs(
  printer: Printer,
  options: StateOption & { lines: string }
): Promise<void> {
  const { lastLines } = await import('./log.js')
  const count = Number(options.lines)
  if (!Number.isInteger(count) || count < 1) {
    throw new AgentError('E_USAGE', `--lines takes a whole number, not "${options.lines}".`)
  }
  const lines = lastLines(folderOf(printer, options), count)
  if (printer.isJson()) return printer.printJson(lines)
  for (const line of lines) printer.say(line)
  if (lines.length === 0) printer.note('The log has no lines yet.')
}

export async function checkAgent(printer: Printer, options: StateOption): Promise<void> {
  await withState(printer, options, async (state) => {
    const { examine } = await import('./doctor.js')
    const findings = await examine(state)
    if (printer.isJson()) printer.printJson(findings)
    else
      for (const { isFine, message } of findings)
        printer.say(`${isFine ? 'ok  ' : 'FAIL'} ${message}`)
    const faults = findings.filter(({ isFine }) => !isFine).length
    if (faults > 0)
      throw new AgentError('E_DOCTOR', `${faults} of ${findings.length} checks failed.`)
  })
}

export async function rotateKey(printer: Printer, options: StateOption): Promise<void> {
  await withState(printer, options, (state) => callRunningAgent(state, 'POST', 'rotate'))
  printer.say('The agent offers the server a new key, and uses it from its next session on.')
}

export async function updateAgent(printer: Printer, options: StateOption): Promise<void> {
  await withState(printer, options, (state) => callRunningAgent(state, 'POST', 'update'))
  printer.say('The agent looks for a newer program, and starts again with it. See "logs".')
}

export async function installService(
  printer: Printer,
  options: StateOption & InstallOptions
): Promise<void> {
  const { install } = await import('./service/install.js')
  await withState(printer, options, (state) => {
    const made = install(state, options)
    if (options.print) return printer.say(made)
    printer.say(`The agent runs as a service now, by ${made}`)
    if (process.platform === 'linux' && !(options.system ?? isPrivileged())) {
      printer.note('It stops when you sign out, unless you run: loginctl enable-linger')
    }
  })
}

export async function uninstallService(
  printer: Printer,
  options: StateOption & InstallOptions
): Promise<void> {
  const { uninstall } = await import('./service/install.js')
  await withState(printer, options, (state) => {
    printer.say(
      `The service is removed: ${uninstall(state, options)}. The state stays in ${state.folder}.`
    )
  })
}
