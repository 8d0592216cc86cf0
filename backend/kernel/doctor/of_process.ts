import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { assertPortIsFree } from '../boot/port.js'
import { Egress } from '../egress/egress.js'
import type { Settings } from '../settings/index.js'
import { ok, warning, wrong, type Said } from './finding.js'

const require = createRequire(import.meta.url)
const patienceMs = 5_000
const leastNode = 24

/** The Node that runs this, which is the one that runs the server. */
export async function ofNode(): Promise<Said[]> {
  const { version, versions } = process
  if (Number(versions.node.split('.')[0]) >= leastNode) return [ok(`Node ${version}.`)]
  return [
    wrong(
      `Node ${version} is too old.`,
      `Start by "npm start", which brings its own (${leastNode} or later).`
    ),
  ]
}

interface HealthAnswer {
  status: string
  components: Record<string, { status: string }>
}

/** Whether a server runs here, and what it says of its own health. */
export async function ofServer(settings: Settings): Promise<Said[]> {
  const url = `http://${address(settings)}/api/health`
  const answer = await healthAt(url)
  const isHeld = !settings.DATABASE_URL && isLocked(settings.DATA_DIR)
  if (!answer?.components) {
    if (!isHeld) {
      const taken = await takenPorts(settings)
      return taken.length > 0 ? taken : [ok('None runs here.')]
    }
    return [
      warning(
        `A process works in ${settings.DATA_DIR}, but no server answers at ${url}.`,
        'It may be starting, or have another HOST or PORT; if it hangs, stop it.'
      ),
    ]
  }
  const all = Object.entries(answer.components)
  const untried = all.filter(([, { status }]) => status === 'unknown').map(([name]) => name)
  const unwell = all.filter(([, { status }]) => status !== 'ok' && status !== 'unknown')
  const poor = unwell.filter(([name]) => name !== 'proxy')
  const ofProxy = poor.length < unwell.length ? [unreadableClients] : []
  if (unwell.length === 0 && untried.length > 0)
    return [ok(`It answers at ${url}. Not tried yet: ${untried.join(', ')}.`)]
  if (unwell.length === 0) return [ok(`It answers at ${url}, and all of its components are well.`)]
  if (poor.length === 0) return ofProxy
  const named = poor.map(([name, { status }]) => `${name} ${status}`).join(', ')
  const says = `It answers at ${url}, and says: ${named}.`
  const todo = 'The reasons: GET /api/health/details, as super administrator.'
  return [...ofProxy, answer.status === 'down' ? wrong(says, todo) : warning(says, todo)]
}

const unreadableClients = warning(
  'The proxy in front named a client in the last hour by a text that holds no address. All such clients count as one, with the address of the proxy.',
  'Make the proxy write the address of the client into X-Forwarded-For. GET /api/health/details shows the last text to a super administrator.'
)

/** Those a start would be refused, because somebody else has them. */
async function takenPorts({ HOST, PORT, METRICS_HOST, METRICS_PORT }: Settings): Promise<Said[]> {
  const wanted = [{ variable: 'PORT', host: HOST, port: PORT }]
  if (METRICS_PORT !== undefined && METRICS_PORT !== PORT) {
    wanted.push({ variable: 'METRICS_PORT', host: METRICS_HOST, port: METRICS_PORT })
  }
  const said: Said[] = []
  for (const { variable, host, port } of wanted) {
    const fault = await portFault(host, port)
    if (!fault) continue
    const why = fault === 'EADDRINUSE' ? 'another program listens there' : fault
    said.push(
      wrong(
        `Nothing can listen on port ${port} of ${host} (${variable}): ${why}.`,
        `Stop what listens there, or choose another ${variable}.`
      )
    )
  }
  return said
}

/** Why a start could not have the port. */
const portFault = (host: string, port: number): Promise<string | undefined> =>
  assertPortIsFree(host, port).then(
    () => undefined,
    ({ code, message }: NodeJS.ErrnoException) => code ?? message
  )

/** Wherever the operator's own server listens may be asked. */
const anywhere = ['0.0.0.0/0', '::/0']

async function healthAt(url: string): Promise<HealthAnswer | undefined> {
  const egress = new Egress({ allow: anywhere })
  try {
    const { body } = await egress.request({ method: 'GET', url, timeoutMs: patienceMs })
    return JSON.parse(body.toString()) as HealthAnswer
  } catch {
    return undefined
  } finally {
    await egress.close()
  }
}

/** Every interface is reached by this one. */
function address({ HOST, PORT }: Settings): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Whether a process has claimed the folder (one_process.ts). Lets go at once. */
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
