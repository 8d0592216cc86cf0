import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { assertPortIsFree } from '../boot/port.js'
import { Egress } from '../egress/egress.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, wrong, type CheckResult } from './finding.js'

const require = createRequire(import.meta.url)
const timeoutMs = 5_000
const minNode = 24

/** Checks the Node version that runs the doctor. The server uses the same version. */
export async function checkNode(): Promise<CheckResult[]> {
  const { version, versions } = process
  if (Number(versions.node.split('.')[0]) >= minNode) return [ok(`Node ${version}.`)]
  return [
    wrong(
      `Node ${version} is too old.`,
      `Start with "npm start", which brings its own Node (${minNode} or later).`
    ),
  ]
}

interface HealthAnswer {
  status: string
  components: Record<string, { status: string }>
}

/** Checks whether a server runs on this machine, and what health it reports. */
export async function checkServer(settings: Settings): Promise<CheckResult[]> {
  const url = `http://${address(settings)}/api/health`
  const answer = await healthAt(url)
  const isHeld = !settings.DATABASE_URL && isLocked(settings.DATA_DIR)
  if (!answer?.components) {
    if (!isHeld) {
      const taken = await takenPorts(settings)
      return taken.length > 0 ? taken : [ok('No server runs here.')]
    }
    return [
      warning(
        `A process uses ${settings.DATA_DIR}, but no server answers at ${url}.`,
        'It may be starting, or use another HOST or PORT. If it hangs, stop it.'
      ),
    ]
  }
  const all = Object.entries(answer.components)
  const untried = all.filter(([, { status }]) => status === 'unknown').map(([name]) => name)
  const notOk = all.filter(([, { status }]) => status !== 'ok' && status !== 'unknown')
  const unhealthy = notOk.filter(([name]) => name !== 'proxy')
  const ofProxy = unhealthy.length < notOk.length ? [unreadableClients] : []
  if (notOk.length === 0 && untried.length > 0)
    return [ok(`The server answers at ${url}. Not checked yet: ${untried.join(', ')}.`)]
  if (notOk.length === 0)
    return [ok(`The server answers at ${url}, and all components are healthy.`)]
  if (unhealthy.length === 0) return ofProxy
  const named = unhealthy.map(([name, { status }]) => `${name} ${status}`).join(', ')
  const says = `The server answers at ${url}, and reports: ${named}.`
  const todo = 'Read the reasons at GET /api/health/details as super administrator.'
  return [...ofProxy, answer.status === 'down' ? wrong(says, todo) : warning(says, todo)]
}

const unreadableClients = warning(
  'In the last hour the proxy named a client by a text that holds no address. All these clients count as one, with the address of the proxy.',
  'Make the proxy write the address of the client into X-Forwarded-For. GET /api/health/details shows the last text to a super administrator.'
)

/** Reports ports that the server could not listen on. */
async function takenPorts({
  HOST,
  PORT,
  METRICS_HOST,
  METRICS_PORT,
}: Settings): Promise<CheckResult[]> {
  const wanted = [{ variable: 'PORT', host: HOST, port: PORT }]
  if (METRICS_PORT !== undefined && METRICS_PORT !== PORT) {
    wanted.push({ variable: 'METRICS_PORT', host: METRICS_HOST, port: METRICS_PORT })
  }
  const said: CheckResult[] = []
  for (const { variable, host, port } of wanted) {
    const fault = await portFault(host, port)
    if (!fault) continue
    const why = fault === 'EADDRINUSE' ? 'another program uses it' : fault
    said.push(
      wrong(
        `Crossdock cannot listen on port ${port} of ${host} (${variable}): ${why}.`,
        `Stop that program, or choose another ${variable}.`
      )
    )
  }
  return said
}

/** Returns why a server could not listen on the port: an error code or message. */
const portFault = (host: string, port: number): Promise<string | undefined> =>
  assertPortIsFree(host, port).then(
    () => undefined,
    ({ code, message }: NodeJS.ErrnoException) => code ?? message
  )

/** The server may listen on any address, including private ones. */
const anyAddress = ['0.0.0.0/0', '::/0']

async function healthAt(url: string): Promise<HealthAnswer | undefined> {
  const egress = new Egress({ allow: anyAddress })
  try {
    const { body } = await egress.request({ method: 'GET', url, timeoutMs })
    return JSON.parse(body.toString()) as HealthAnswer
  } catch {
    return undefined
  } finally {
    await egress.close()
  }
}

/** A server that listens on every interface is reachable through loopback. */
function address({ HOST, PORT }: Settings): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Whether a process has claimed the folder (one_process.ts). Takes the lock for a moment only. */
function isLocked(dataDir: string): boolean {
  const file = join(dataDir, 'crossdock.lock')
  if (!existsSync(file)) return false
  const Database = require('better-sqlite3')
  const lock = new Database(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive; rollback')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}
