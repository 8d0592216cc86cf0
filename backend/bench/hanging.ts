import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, testDatabase, type Caller } from '@crossdock/kernel/testing'
import { signIn } from '../testing/index.js'
import type { Line } from './report.js'
import { startSubject, type Subject } from './subject.js'

const tenants = 3
const systems = 4
const runsEach = 1_000
const samples = 40

/**
 * Three tenants have 1,000 runs each with hanging calls, spread over four systems per tenant. Measures the time
 * from the acknowledgement to the partner, for another tenant's call and for a call of one of the three to a
 * system that answers.
 */
export async function benchHanging(): Promise<Line[]> {
  const calls = new Map<string, PromiseWithResolvers<number>>()
  /** Resolves with the arrival time of a run's call. May be called before and after the arrival. */
  const arrival = (run: string): PromiseWithResolvers<number> => {
    const known = calls.get(run) ?? Promise.withResolvers<number>()
    calls.set(run, known)
    return known
  }
  const partner = createServer((request, response) => {
    if (request.url !== '/answers') return void request.resume()
    const at = performance.now()
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      arrival(JSON.parse(body).run).resolve(at)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const { port } = partner.address() as AddressInfo
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${port}` })
  const post = postAs(subject)

  const busy: { as: Caller; hanging: string[]; answering: string }[] = []
  for (let index = 0; index < tenants; index++) {
    const as = await createTenant(subject, `busy${index}`)
    const hanging: string[] = []
    for (let at = 0; at < systems; at++)
      hanging.push(await createWorkflow(post, as, port, `/hangs${at}`))
    busy.push({ as, hanging, answering: await createWorkflow(post, as, port, '/answers') })
  }
  const other = {
    as: subject.token,
    answering: await createWorkflow(post, subject.token, port, '/answers'),
  }

  const reach = async (who: { as: Caller; answering: string }): Promise<number> => {
    const { executionId } = await post(
      who.as,
      `/api/integrations/workflows/${who.answering}/execute`,
      {}
    )
    const acknowledged = performance.now()
    return (await arrival(executionId).promise) - acknowledged
  }

  let adding = true
  const added = Promise.all(
    busy.map(async ({ as, hanging }) => {
      for (let at = 0; at < runsEach; at += 5) {
        const some = Array.from({ length: 5 }, (_, more) => hanging[(at + more) % systems]!)
        await Promise.all(
          some.map((id) => post(as, `/api/integrations/workflows/${id}/execute`, {}))
        )
      }
    })
  ).then(() => (adding = false))

  const lines: Line[] = []
  const measure = async (when: string, goOn: (taken: number) => boolean) => {
    const others: number[] = []
    const own: number[] = []
    for (let taken = 0; goOn(taken); taken++) {
      const [one, two] = await Promise.all([reach(other), reach(busy[taken % tenants]!)])
      others.push(one)
      own.push(two)
    }
    lines.push(line(`another tenant, ${when}`, others), line(`same tenant, ${when}`, own))
  }
  await measure('while they are added', () => adding)
  await added
  await measure('all hang', (taken) => taken < samples)
  await subject.close()
  partner.closeAllConnections()
  partner.close()
  return lines
}

function line(what: string, waits: number[]): Line {
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]!
  return {
    what: `${tenants} × ${runsEach} hanging calls, ${what}, slowest of ${waits.length} (${testDatabase})`,
    ours: `${at(1).toFixed(0)} ms`,
    yardstick: `P50 ${at(0.5).toFixed(0)} ms, P95 ${at(0.95).toFixed(0)} ms`,
    ratio: '',
    target: '2000 ms',
    holds: at(1) <= 2000,
  }
}

type Post = (as: Caller, path: string, body: object) => Promise<{ id: string; executionId: string }>

function postAs({ server }: Subject): Post {
  return async (as, path, body) => {
    const reply = await call<{ id: string; executionId: string }>(server.url, 'POST', path, {
      as,
      body,
    })
    if (reply.status >= 300)
      throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
}

async function createTenant(subject: Subject, subdomain: string): Promise<Caller> {
  const operator = await signIn(subject.server, 'admin@localhost')
  const body = { name: subdomain, subdomain, adminEmail: `admin@${subdomain}.example` }
  await postAs(subject)(operator, '/api/tenants', body)
  return signIn(subject.server, body.adminEmail, subdomain)
}

/** A workflow with one call to this path of the partner, as a separate system. */
async function createWorkflow(post: Post, as: Caller, port: number, path: string): Promise<string> {
  const system = await post(as, '/api/integrations/systems', {
    name: `Partner ${path}`,
    systemType: 'api',
    baseUrl: `http://127.0.0.1:${port}`,
    authType: 'bearer',
    authConfig: {},
    capabilities: ['send'],
  })
  const endpoint = await post(as, `/api/integrations/systems/${system.id}/endpoints`, {
    name: 'Notify',
    path,
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    requestSchema: { body: { run: '{system.executionId}' } },
  })
  const step = { type: 'api_call', systemId: system.id, endpointId: endpoint.id, config: {} }
  const { id } = await post(as, '/api/integrations/workflows', {
    name: `Notify ${path}`,
    triggerType: 'manual',
    triggerConfig: {},
    steps: [{ id: 'notify', ...step, order: 1 }],
  })
  return id
}
