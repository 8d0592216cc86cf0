import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  freePort,
  migratedDatabase,
  ServerProcess,
  signIn,
  until,
  type Caller,
} from '@crossdock/backend/testing'
import { call, type FreshDatabase } from '@crossdock/kernel/testing'
import { addEndpoint, connect, putFile } from '../../plugins/integrations/tests/fixtures.js'
import type { TestApp } from '@crossdock/backend/testing'
import { installed } from '../plugins.js'

const scraper = 'scraper-s3cret-of-quay'
const secret = 't0ken-s3cr3t'
const hook = new URL(
  `./note_modules.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url
)

type Line = Record<string, unknown> & { msg?: string }

test.group('Telemetry of a server', (group) => {
  let database: FreshDatabase
  const noted = () => join(database.dataDir, 'noted')

  group.setup(async () => {
    database = await migratedDatabase(installed)
    return () => database.remove()
  })

  async function started(env: Record<string, string>): Promise<ServerProcess> {
    await writeFile(noted(), '')
    const server = new ServerProcess(database, await freePort(), {
      NODE_OPTIONS: `--import=${hook}`,
      NOTED_MODULES: noted(),
      ...env,
    })
    await server.start()
    return server
  }
  const loaded = async () => new Set((await readFile(noted(), 'utf8')).split('\n').filter(Boolean))

  // Red when route.ts imports prom-client statically.
  test('disabled, none of its libraries is loaded', async ({ assert }) => {
    const server = await started({})
    const reply = await call<{ code: string }>(server.url, 'GET', '/metrics')
    assert.deepEqual([reply.status, reply.body.code], [404, 'E_NOT_FOUND'])
    assert.deepEqual([...(await loaded())], [])
    assert.equal(await server.stop(), 0, server.output.join(''))
  })

  // Red when isTracing() checks only the endpoint.
  test('disabled by OTEL_SDK_DISABLED, no tracing library is loaded', async ({ assert }) => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }
    for (const [name, value] of [
      ['OTEL_SDK_DISABLED', 'true'],
      ['OTEL_TRACES_EXPORTER', 'none'],
    ] as const) {
      const server = await started({ ...endpoint, [name]: value })
      const found = [...(await loaded())]
      assert.equal(await server.stop(), 0, server.output.join(''))
      assert.deepEqual(found, [], name)
    }
  })

  // Red without the mixin of the logger.
  test('enabled, each log line names its tenant and its trace', async ({ assert }) => {
    const server = await started({
      METRICS_TOKEN: scraper,
      // Without a listener there, the data is dropped.
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      ACCESS_LOG: 'true',
      LOG_LEVEL: 'info',
    })
    const lines = () =>
      server.output
        .join('')
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Line)
    const line = (what: string, fits: (line: Line) => boolean) =>
      until(what, () => lines().find(fits))
    const scrape = (token: string) =>
      fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })

    assert.deepEqual(await loaded(), new Set(['metrics', 'traces']))
    const wrong = await scrape(`${scraper}x`)
    assert.equal(wrong.status, 401)
    assert.equal(((await wrong.json()) as { code: string }).code, 'E_METRICS_TOKEN')
    await line('the refusal', ({ log, code }) => log === 'security' && code === 'E_METRICS_TOKEN')
    const metrics = await scrape(scraper)
    assert.equal(metrics.status, 200)
    assert.match(await metrics.text(), /^crossdock_http_requests_total\{.*status="4xx"\} \d+$/m)

    const operator = await signIn(server, 'admin@localhost')
    const body = { name: 'Quay', subdomain: 'quay', adminEmail: 'admin@quay.example' }
    const { id: tenantId } = (
      await call<{ id: string }>(server.url, 'POST', '/api/tenants', { as: operator, body })
    ).body
    const as: Caller = { ...operator, headers: { ...operator.headers, 'x-tenant': tenantId } }
    const app = {
      async ok(method: string, path: string, options: object) {
        const reply = await call(server.url, method, path, options)
        assert.isBelow(reply.status, 300, JSON.stringify(reply.body))
        return reply.body
      },
    } as unknown as TestApp
    const system = await connect(app, as, {
      baseUrl: 'http://localhost:1',
      authConfig: { accessToken: secret },
    })
    const endpoint = await addEndpoint(app, as, system.id)
    const step = { id: 'announce', type: 'api_call', systemId: system.id, endpointId: endpoint.id }
    await app.ok('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Announce arrivals',
        triggerType: 'file_event',
        triggerConfig: { eventTypes: ['file_upload'] },
        steps: [{ ...step, config: {}, order: 1 }],
        isActive: true,
      },
    })
    await putFile(app, as, 'manifest.txt')

    const refused = await line(
      'the refused call',
      ({ msg }) => msg === 'an outgoing call was refused'
    )
    assert.containSubset(refused, { tenantId, job: 'flows.run', step: 'announce' })
    for (const name of [
      'requestId',
      'jobId',
      'causeId',
      'rootId',
      'executionId',
      'traceId',
      'spanId',
    ]) {
      assert.isString(refused[name], name)
    }
    const access = await line(
      'an upload',
      ({ path, status }) => path === '/api/assets' && status === 201
    )
    assert.match(String(access.traceId), /^[\da-f]{32}$/)
    await line('the collector that is away', ({ msg }) => /trace collector cannot/.test(msg ?? ''))
    assert.equal(await server.stop(), 0, server.output.join(''))
    const printed = server.output.join('')
    for (const word of [scraper, secret]) assert.notInclude(printed, word)
  })
})
