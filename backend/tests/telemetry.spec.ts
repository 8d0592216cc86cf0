// onBothDatabases: it checks which database it runs on
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { dialect } from '@crossdock/kernel/database'
import { Partner } from '../../plugins/integrations/tests/partner.js'
import { addEndpoint, connect, putFile } from '../../plugins/integrations/tests/fixtures.js'
import { Collector, type SentSpan } from './collector.js'

const scraper = 'scraper-s3cret-of-quay'
const header = 'collector-s3cret'
const secret = 't0ken-s3cr3t'
const trace = '0af7651916cd43dd8448eb211c80319c'
const variables = {
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_HEADERS: `x-collector=${header}`,
  OTEL_SERVICE_NAME: 'quay-plane',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=testing',
  OTEL_BSP_SCHEDULE_DELAY: '20',
  // A test that waits for a hanging collector would time out.
  OTEL_EXPORTER_OTLP_TIMEOUT: '3600000',
  OTEL_BSP_EXPORT_TIMEOUT: '3600000',
}

test.group('Enabled telemetry', (group) => {
  let app: TestApp
  let acme: TestTenant
  let as: Caller
  let partner: Partner
  let collector: Collector
  let metricsUrl: string
  let version: string

  group.setup(async () => {
    version = JSON.parse(await readFile('package.json', 'utf8')).version
    collector = await Collector.start()
    Object.assign(process.env, variables, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const port = await freePort()
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    app = await bootApp({
      settings: {
        EGRESS_ALLOW: ['127.0.0.1/32'],
        METRICS_PORT: port,
        METRICS_TOKEN: scraper,
      },
    })
    acme = await app.tenant('acme')
    as = acme.admin
    partner = await Partner.start()
    partner.answersJson({ number: 'D-7' })
    return async () => {
      for (const name of [...Object.keys(variables), 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
        delete process.env[name]
      }
      await app.stop()
      await Promise.all([partner.stop(), collector.stop()])
    }
  })

  const scrape = async (token = scraper) => {
    const reply = await fetch(metricsUrl, { headers: { authorization: `Bearer ${token}` } })
    return { status: reply.status, text: await reply.text() }
  }
  const sent = (what: string, fits: (span: SentSpan) => boolean) =>
    until(what, () => collector.spans.find(fits))
  const figure = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1) ?? NaN
    )

  async function announce(): Promise<void> {
    const system = await connect(app, as, {
      baseUrl: partner.url,
      authConfig: { accessToken: secret },
    })
    const endpoint = await addEndpoint(app, as, system.id, { path: '/orders?key=query-s3cret' })
    await app.ok('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Announce arrivals',
        triggerType: 'file_event',
        triggerConfig: { eventTypes: ['file_upload'] },
        steps: [
          {
            id: 'announce',
            type: 'api_call',
            order: 1,
            systemId: system.id,
            endpointId: endpoint.id,
            config: {},
          },
        ],
        isActive: true,
      },
    })
    partner.received.length = 0
    await putFile(app, as, 'manifest.txt')
    await until('the call of the partner', () => partner.received.length > 0)
  }

  // Red when `collectOnScrape` records nothing.
  test('metrics describe the work with names from the code only', async ({ assert }) => {
    await announce()
    const text = await until('the metrics of the run', async () => {
      const { text } = await scrape()
      return figure(text, 'crossdock_steps_total{type="api_call",outcome="done"}') > 0 && text
    })
    const least = (line: string, n: number) => assert.isAtLeast(figure(text, line), n, line)
    least('crossdock_http_requests_total{method="POST",route="/api/assets",status="2xx"}', 1)
    least('crossdock_http_request_duration_seconds_count{method="POST",route="/api/assets"}', 1)
    least('crossdock_http_received_bytes_total{route="/api/assets"}', 200)
    least('crossdock_http_sent_bytes_total{route="/api/assets"}', 200)
    least('crossdock_calls_total{kind="request",outcome="2xx"}', 1)
    least('crossdock_content_bytes', 0)
    least('process_resident_memory_bytes', 1)
    least('nodejs_eventloop_lag_seconds', 0)
    assert.match(text, /crossdock_jobs_total\{job="[a-z._-]+",outcome="done"\} [1-9]/)
    assert.match(text, /crossdock_job_duration_seconds_bucket\{le="5",job="/)
    assert.include(
      text,
      `crossdock_build_info{version="${version}",node="${process.version}",database="${dialect()}"`
    )
    for (const state of ['waiting', 'scheduled', 'running', 'held', 'paused', 'failed']) {
      least(`crossdock_jobs{state="${state}"}`, 0)
    }
    assert.equal(figure(text, 'crossdock_parked_events'), 0)
    assert.equal(figure(text, 'crossdock_database_up'), 1)
    assert.match(text, /crossdock_consumer_lag_events\{consumer="[\w.-]+"\} \d/)
    assert.match(text, /crossdock_log_tail_lag_events \d/)
    assert.match(text, /crossdock_database_connections\{pool="\w+",state="free"\} \d/)
    assert.notMatch(text, /[\da-f]{8}-[\da-f]{4}-/)
    for (const word of [acme.subdomain, acme.name, secret, 'manifest', '127.0.0.1', 'Northwind']) {
      assert.notInclude(text, word)
    }
  })

  // Red when `hasToken` returns true.
  test('a scrape with a wrong token or path returns nothing', async ({ assert }) => {
    for (const token of ['wrong', `${scraper}x`, scraper.slice(1), '']) {
      const { status, text } = await scrape(token)
      assert.equal(status, 401)
      assert.notInclude(text, 'crossdock_')
      assert.notInclude(text, scraper)
    }
    assert.equal((await fetch(metricsUrl)).status, 401)
    assert.equal((await fetch(`${metricsUrl}/more`)).status, 404)
    assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405)
    // Metrics have a separate port. The main port has none.
    const other = await fetch(`${app.url}/metrics`, {
      headers: { authorization: `Bearer ${scraper}` },
    })
    assert.equal(other.status, 404)
    await fetch(`${app.url}/made-up-${acme.id}`)
    await fetch(`${app.url}/api/assets/made-up`, { method: 'REPORT' })
    const { text } = await scrape()
    assert.notInclude(text, 'made-up')
    assert.notInclude(text, 'REPORT')
  })

  // Red when egress sends no traceparent.
  test('a request, its job and their parts arrive as spans', async ({ assert }) => {
    const traced = { headers: { ...as.headers, traceparent: `00-${trace}-b7ad6b7169203331-01` } }
    await app.ok('POST', '/api/assets', { as: traced, body: { name: 'Traced', type: 'folder' } })
    await app.ok('GET', '/api/assets?search=query-s3cret', { as: traced })
    const request = await sent(
      'the span of the request',
      ({ traceId, name }) => traceId === trace && name === 'POST /api/assets'
    )
    assert.equal(request.parentSpanId, 'b7ad6b7169203331')
    assert.containSubset(request.attributes, {
      'http.route': '/api/assets',
      'crossdock.tenant_id': acme.id,
    })

    await putFile(app, as, 'second.txt')
    const step = await sent('the step', ({ name }) => name === 'step api_call')
    const job = await sent('its job', ({ spanId }) => spanId === step.parentSpanId)
    assert.match(job.name, /^job /)
    assert.equal(job.attributes['crossdock.tenant_id'], acme.id)
    assert.isString(job.attributes['crossdock.root_id'])
    const call = await sent('the call', ({ parentSpanId }) => parentSpanId === step.spanId)
    assert.containSubset(call, { name: 'POST', kind: 3, traceId: job.traceId })
    await sent(
      'its transactions',
      ({ name, traceId }) => name === 'transaction' && traceId === job.traceId
    )
    const parents = partner.received.map(({ headers }) => headers.traceparent)
    assert.include(parents, `00-${call.traceId}-${call.spanId}-01`)

    assert.containSubset(collector.resource, {
      'service.name': 'quay-plane',
      'service.version': version,
      'deployment.environment.name': 'testing',
    })
    assert.equal(collector.headers[0]!['x-collector'], header)
    const all = collector.texts.join('\n')
    for (const word of [secret, 'query-s3cret', 'manifest', acme.subdomain, partner.url, scraper]) {
      assert.notInclude(all, word)
    }
  })

  // Red when `remoteParent` accepts ids of zeros, or the version ff.
  test("a caller's trace context is used only when it is valid", async ({ assert }) => {
    const wrong = [
      '00-zz',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `ff-${trace}-b7ad6b7169203331-01`,
    ]
    for (const traceparent of wrong) {
      const before = collector.spans.length
      const reply = await fetch(`${app.url}/api/health/live`, { headers: { traceparent } })
      assert.equal(reply.status, 200)
      const span = await until('its span', () =>
        collector.spans.slice(before).find(({ name }) => name === 'GET /api/health/live')
      )
      assert.notProperty(span, 'parentSpanId')
    }
  })

  // Red when samplerOf() trusts the caller: strangers could have all their requests recorded.
  test('the caller cannot decide whether a trace is sent', async ({ assert, cleanup }) => {
    process.env.OTEL_TRACES_SAMPLER = 'always_off'
    cleanup(() => void delete process.env.OTEL_TRACES_SAMPLER)
    const other = await bootApp()
    const traceId = 'c'.repeat(32)
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    assert.equal((await fetch(`${other.url}/api/health/live`, { headers })).status, 200)
    // Stopping sends pending data.
    await other.stop()
    assert.isEmpty(collector.spans.filter((span) => span.traceId === traceId))
  })

  // Red (it never ends) without the race in `startTraces`.
  test('a hanging collector does not block a stop', async () => {
    collector.hangs = true
    const other = await bootApp({ settings: {} })
    const tenant = await other.tenant('quay')
    for (let at = 0; at < 50; at++) {
      await other.ok('GET', '/api/assets', { as: tenant.admin })
    }
    await other.stop()
    collector.hangs = false
  })
})
