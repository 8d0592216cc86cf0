import { createHash, randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import { test } from '@japa/runner'
import {
  freePort,
  migratedDatabase,
  ServerProcess,
  signIn,
  until,
  type Caller,
} from '@crossdock/backend/testing'
import { call, moment, size, type FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

/** The requirement is 50 of 50. KILL_ROUNDS sets another number. */
const rounds = Number(process.env.KILL_ROUNDS ?? size({ quick: 3, full: 50 }))
const filesPerRound = 3
const steps = 3
const roundsBetweenRests = 5

interface PartnerCall {
  executionId: string
  step: number
}

/** The called system. It records every call in order, and answers after a moment. */
async function startPartner() {
  const calls: PartnerCall[] = []
  const server = createServer((request, response) => {
    const [executionId, stepId] = String(request.headers['idempotency-key']).split(':')
    calls.push({ executionId: executionId!, step: Number(stepId!.replace('step-', '')) })
    request.resume().once('end', () => void moment(40).then(() => response.end('{"ok":true}')))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { calls, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function prepare(server: ServerProcess, partnerUrl: string): Promise<Caller> {
  const operator = await signIn(server, 'admin@localhost')
  const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
  await call(server.url, 'POST', '/api/tenants', { as: operator, body: tenant })
  const as = await signIn(server, tenant.adminEmail, tenant.subdomain)
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const reply = await call<{ id: string }>(server.url, 'POST', path, { as, body })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const system = await post('/api/integrations/systems', {
    name: 'Partner',
    systemType: 'api',
    baseUrl: partnerUrl,
    authType: 'bearer',
    authConfig: {},
    capabilities: ['send'],
  })
  const endpoint = await post(`/api/integrations/systems/${system.id}/endpoints`, {
    name: 'Notify',
    path: '/notify',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    fieldMapping: { fileMetadata: { file: 'name' } },
  })
  await post('/api/integrations/workflows', {
    name: 'Tell the partner three times',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: Array.from({ length: steps }, (_, index) => ({
      id: `step-${index}`,
      type: 'api_call',
      systemId: system.id,
      endpointId: endpoint.id,
      config: {},
      order: index + 1,
    })),
  })
  return as
}

interface Upload {
  name: string
  hash: string
}

/**
 * The moment of a round's kill: a random amount of progress, so that slow and fast machines are killed in the
 * same situations. Every third round is killed immediately, whatever has happened.
 */
function killMoment(round: number, acknowledged: Upload[], calls: PartnerCall[]): Promise<unknown> {
  const delay = () => moment(25)
  if (round % 3 === 0) return delay()
  const counted: unknown[] = round % 3 === 1 ? acknowledged : calls
  const most = round % 3 === 1 ? filesPerRound : filesPerRound * steps
  const goal = counted.length + randomInt(1, most + 1)
  return until(`round ${round} to get on`, () => counted.length >= goal).then(delay)
}

async function upload(server: ServerProcess, as: Caller, acknowledged: Upload[]): Promise<void> {
  const content = randomBytes(2000 + randomInt(60_000))
  const name = `${crypto.randomUUID()}.bin`
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  const reply = await call(server.url, 'POST', '/api/assets', { as, body: form }).catch(() => null)
  // The kill interrupted it, so the result is unknown.
  if (!reply) return
  if (reply.status !== 201) throw new Error(`Upload: ${reply.status} ${JSON.stringify(reply.body)}`)
  acknowledged.push({ name, hash: createHash('sha256').update(content).digest('hex') })
}

interface Execution {
  executionId: string
  status: string
  stepResults: { status: string }[]
}

/** Waits until every file has a run and no run is in progress. */
function everyRunEnded(get: <T>(path: string) => Promise<T>) {
  return until('every run to end', async () => {
    // Checking for a single open run is cheap. Reading all runs repeatedly would slow the server down.
    for (const status of ['pending', 'running']) {
      const open = await get<Execution[]>(`/api/flow-executions?status=${status}&limit=1`)
      if (open.length > 0) return false
    }
    const assets = await get<{ id: string; name: string }[]>('/api/assets?limit=1000')
    const executions = await get<Execution[]>('/api/flow-executions?limit=1000')
    const ended = executions.filter(({ status }) => status !== 'pending' && status !== 'running')
    const all = ended.length === assets.length && executions.length === assets.length
    return all && { assets, executions }
  })
}

test.group('Main job under kill -9', (group) => {
  const acknowledged: Upload[] = []
  let database: FreshDatabase
  let partner: Awaited<ReturnType<typeof startPartner>>
  let server: ServerProcess
  let as: Caller

  group.setup(async () => {
    database = await migratedDatabase(installed)
    partner = await startPartner()
    server = new ServerProcess(database, await freePort(), { EGRESS_ALLOW: '127.0.0.1/32' })
    await server.start()
    // A clean stop stores compiled code (NODE_COMPILE_CACHE), which speeds up all later starts.
    await server.stop()
    await server.start()
    as = await prepare(server, partner.url)
    return async () => {
      await server.kill()
      partner.close()
      await database.remove()
    }
  })

  const get = async <T>(path: string) => (await call<T>(server.url, 'GET', path, { as })).body

  // Takes up to an hour. The duration says nothing, and each wait has its own limit.
  for (let round = 0; round < rounds; round++) {
    test(`kill ${round + 1} of ${rounds}, at a random moment`, async () => {
      const progress = killMoment(round, acknowledged, partner.calls)
      const uploads = Array.from({ length: filesPerRound }, () => upload(server, as, acknowledged))
      await progress
      await server.kill()
      await Promise.all(uploads)
      await server.start()
      // A step interrupted by ten kills would be blamed for them.
      if (round % roundsBetweenRests === roundsBetweenRests - 1) await everyRunEnded(get)
    }).timeout(3_600_000)
  }

  test('after these kills nothing is lost, and no finished step has run again', async ({
    assert,
  }) => {
    const { assets, executions } = await everyRunEnded(get)

    assert.isAtLeast(acknowledged.length, Math.floor(rounds / 3), 'uploads were acknowledged')
    for (const { name, hash } of acknowledged) {
      const asset = assets.find((candidate) => candidate.name === name)
      assert.exists(asset, `acknowledged upload ${name} is there`)
      const content = await fetch(`${server.url}/api/assets/${asset!.id}/content`, {
        headers: as.headers,
      })
      const bytes = Buffer.from(await content.arrayBuffer())
      assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
    }
    for (const { status, stepResults } of executions) {
      assert.equal(status, 'completed')
      assert.deepEqual(
        stepResults.map((step) => step.status),
        Array(steps).fill('completed')
      )
    }
    // A step is called again only while it is unfinished: never after a later one started.
    for (const { executionId } of executions) {
      const order = partner.calls.filter((c) => c.executionId === executionId).map((c) => c.step)
      assert.deepEqual(order, [...order].sort(), `calls of ${executionId}: ${order.join()}`)
      assert.equal(new Set(order).size, steps)
    }
    // The end of a call and of its step are one commit. Red when they are two.
    const logs = await get<object[]>('/api/integrations/logs?limit=1000&status=success')
    assert.lengthOf(logs, executions.length * steps)
  }).timeout(3_600_000)
})
