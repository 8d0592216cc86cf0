import { test } from '@japa/runner'
import { Pool } from 'undici'
import { bootApp, nextMail, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { now, unscoped } from '@crossdock/kernel/database'
import { operation, type Input } from '@crossdock/kernel/http'
import { text } from '@crossdock/kernel/ground'
import { ledger, meters, type WindowMeter } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { size, type Caller } from '@crossdock/kernel/testing'
import { sendAlert } from '../alerts/send_alert.js'
import { Usage } from '../metering/usage.js'
import { limitsOfEnvironments } from '../meters/limits.js'
import { addEnvironment } from './add_environment.js'

interface MeterUsed {
  name: string
  label: string
  unit: string
  used: number
  limit: number
  resetsAt: string | null
}

interface Day {
  environmentId: string
  date: string
  apiCalls: number
  successfulCalls: number
  errorCalls: number
  averageResponseTime: number
  storageUsed: number
  filesUploaded: number
  filesDownloaded: number
  workflowExecutions: number
  meters: Record<string, number>
}

interface UsageAnswer {
  environments: { environmentId: string; name: string; meters: MeterUsed[] }[]
  days: Day[]
}

/** A notification. */
interface Notice {
  kind: string
  text: string
}

const path = '/api/tenant/usage'

const parcels: WindowMeter = {
  shape: 'window',
  window: 'month',
  of: 'environment',
  policy: 'parcels',
  inUsage: true,
  label: text('Parcels'),
  unit: 'parcels',
  limit: 5,
  refusal: {
    status: 429,
    code: 'E_QUOTA_PARCELS',
    sentence: ({ limit }) => text('No more than {limit} parcels.', { limit }),
  },
}

class Parcels {
  async send(_: Input) {
    await ledger.use().spend('parcels', 2)
  }

  async none(_: Input) {}
}

/** Declares a meter and spends it; the rest works without further code. */
const post = definePlugin({
  name: 'post',
  version: '1.0.0',
  compatibility: '^0.1',
  contributes: [contribute(meters, (registry) => registry.add('parcels', parcels))],
  operations: async () => ({
    default: [
      operation(
        'POST /parcels',
        { summary: 'Send two parcels' },
        async () => ({ default: Parcels }),
        'send'
      ),
      operation(
        'GET /parcels/none',
        { summary: 'Do nothing', status: 204 },
        async () => ({ default: Parcels }),
        'none'
      ),
    ],
  }),
})

test.group('Usage of environments', (group) => {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ plugins: [post] })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
  })

  const read = (as: Caller = acme.viewer) => app.ok<UsageAnswer>('GET', path, { as })
  const meter = async (name: string) =>
    (await read()).environments[0]!.meters.find((one) => one.name === name)!

  /** Today's usage, once it meets a condition. */
  async function day(isSo: (day: Day) => boolean): Promise<Day> {
    let found: Day | undefined
    await until('the day to be written', async () => {
      found = (await read()).days[0]
      return found !== undefined && isSo(found)
    })
    return found!
  }

  test('thousands of calls are counted exactly', async ({ assert }) => {
    const pool = new Pool(app.url, { connections: 8 })
    const count = size({ quick: 1_000, full: 10_000 })
    let begun = 0
    const ask = async () => {
      while (begun++ < count) {
        const { statusCode, body } = await pool.request({
          method: 'GET',
          path: '/api/parcels/none',
          headers: acme.token.headers,
        })
        await body.dump()
        if (statusCode !== 204) throw new Error(`A call was answered ${statusCode}.`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, ask))
    await pool.close()
    const { apiCalls, successfulCalls, errorCalls, averageResponseTime } = await day(
      (one) => one.apiCalls >= count
    )
    assert.deepEqual([apiCalls, successfulCalls, errorCalls], [count, count, 0])
    assert.isAbove(averageResponseTime, 0)
    assert.equal((await meter('apiCallsPerMonth')).used, count)
    const [environment] = await app.ok<{ apiCallsUsed: number }[]>(
      ...(['GET', '/api/tenant/environments'] as const),
      { as: acme.viewer }
    )
    assert.equal(environment!.apiCallsUsed, count)
  })

  test('failed calls, added and deleted files, and bytes are counted', async ({ assert }) => {
    await app.call('GET', `/api/assets/${crypto.randomUUID()}`, { as: acme.token })
    const form = new FormData()
    form.set('file', new Blob(['some words']), 'words.txt')
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: form,
    })
    await app.ok('GET', `/api/assets/${id}/content`, { as: acme.token })
    const today = new Date().toISOString().slice(0, 10)
    const found = await day((one) => one.apiCalls === 2 && one.filesUploaded === 1)
    assert.containsSubset(found, {
      date: today,
      successfulCalls: 1,
      errorCalls: 1,
      filesUploaded: 1,
      filesDownloaded: 1,
      storageUsed: 10,
      workflowExecutions: 0,
      meters: {},
    })
  })

  // Red when write() stores the tenant's bytes for every environment: the sum would count them twice.
  test('bytes count for production, whichever environment works', async ({ assert }) => {
    const development = await addEnvironment(acme.id, 'development')
    const form = new FormData()
    form.set('file', new Blob(['some words']), 'words.txt')
    const headers = { ...acme.token.headers, 'x-environment': 'development' }
    await app.ok('POST', '/api/assets', { as: { headers }, body: form })
    await app.ok('GET', '/api/assets', { as: acme.token })
    let days: Day[] = []
    await until('both days to be written', async () => {
      days = (await read()).days
      return days.length === 2
    })
    const [there, here] = [true, false].map((isThere) =>
      days.find((one) => (one.environmentId === development) === isThere)!
    )
    assert.containsSubset(there, { filesUploaded: 1, storageUsed: 0 })
    assert.containsSubset(here, { filesUploaded: 0, storageUsed: 10 })
  })

  test('ended runs are counted', async ({ assert }) => {
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: { name: 'Nothing', triggerType: 'manual', steps: [] },
    })
    await app.ok('POST', `/api/integrations/workflows/${id}/execute`, { as: acme.admin })
    const found = await day((one) => one.workflowExecutions > 0)
    assert.equal(found.workflowExecutions, 1)
  })

  test('every limit is shown in its unit', async ({ assert }) => {
    await app.call('GET', '/api/assets', { as: acme.token })
    const [environment] = (await read()).environments
    assert.equal(environment!.name, 'production')
    const shown = environment!.meters.map(({ name, unit, used }) => [name, unit, used])
    assert.sameDeepMembers(shown, [
      ['apiCallsPerMonth', 'calls', 1],
      ['rateLimitPerMinute', 'calls', 1],
      ['concurrentConnections', 'connections', 0],
      ['storageQuotaGB', 'GB', 0],
      ['maxExternalSystems', 'systems', 0],
      ['maxApiEndpoints', 'endpoints', 0],
      ['maxWebhooks', 'webhooks', 0],
      ['maxWorkflows', 'workflows', 0],
      ['maxAgents', 'agents', 0],
      ['maxSyncContracts', 'contracts', 0],
      ['maxWebhookSubscriptions', 'webhooks', 0],
      ['parcels', 'parcels', 0],
    ])
    const { resetsAt } = await meter('apiCallsPerMonth')
    assert.match(resetsAt!, /^\d{4}-\d\d-01T00:00:00/)
    const german = await app.ok<UsageAnswer>('GET', path, {
      as: acme.viewer,
      headers: { 'accept-language': 'de' },
    })
    const calls = german.environments[0]!.meters.find(({ name }) => name === 'apiCallsPerMonth')
    assert.equal(calls!.label, 'API-Aufrufe im Monat')
  })

  // Red when the error of a body is thrown before the call is admitted.
  test('an unreadable body is answered with the remaining calls, and counts', async ({
    assert,
  }) => {
    const send = (body: string, type = 'application/json') =>
      app.call<{ code: string }>('POST', '/api/assets', {
        as: acme.token,
        body,
        headers: { 'content-type': type },
      })
    const left = (reply: { headers: Headers }) =>
      Number(/"calls";r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1])
    const first = await send('{bad')
    assert.deepEqual([first.status, first.body.code], [400, 'E_JSON'])
    const second = await send('text', 'text/plain')
    assert.equal(second.status, 415)
    const third = await send('"'.repeat(2_000_000))
    assert.equal(third.status, 413)
    assert.deepEqual([left(second), left(third)], [left(first) - 1, left(first) - 2])
    // The environment a super administrator meant may be in the unreadable body.
    const operator = await app.superAdmin()
    const { body } = await app.call<{ code: string }>('POST', '/api/assets', {
      as: operator,
      body: '{bad',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(body.code, 'E_JSON')
  })

  test('the meter of a plugin has its limit, headers and figures', async ({ assert }) => {
    const send = () => app.call<{ code: string }>('POST', '/api/parcels', { as: acme.token })
    const first = await send()
    assert.equal(first.status, 204)
    assert.include(first.headers.get('ratelimit')!, '"parcels";r=3;t=')
    assert.include(first.headers.get('ratelimit-policy')!, '"parcels";q=5;w=')
    assert.equal((await send()).status, 204)
    const { status, body, headers } = await send()
    assert.deepEqual([status, body.code], [429, 'E_QUOTA_PARCELS'])
    assert.isNotNull(headers.get('retry-after'))
    assert.include(headers.get('ratelimit')!, '"parcels";r=1;t=')
    assert.containsSubset(await meter('parcels'), { used: 4, limit: 5, label: 'Parcels' })
    const found = await day((one) => one.meters.parcels === 4)
    assert.deepEqual(found.meters, { parcels: 4 })
    await app.limit(acme.id, { limits: JSON.stringify({ parcels: 100 }) })
    assert.equal((await meter('parcels')).limit, 100)
  })

  test('periods are checked', async ({ assert }) => {
    await app.call('GET', '/api/assets', { as: acme.token })
    await day((one) => one.apiCalls === 1)
    const code = async (query: string) =>
      (await app.call('GET', `${path}?${query}`, { as: acme.viewer })).status
    assert.equal(await code('since=2026-02-30'), 422)
    assert.equal(await code('since=yesterday'), 422)
    assert.equal(await code('since=2026-02-02&until=2026-02-01'), 422)
    assert.equal(await code('since=2020-01-01&until=2026-01-01'), 422)
    assert.equal(await code(`environmentId=${crypto.randomUUID()}`), 404)
    const early = await app.ok<UsageAnswer>('GET', `${path}?since=2026-01-01&until=2026-01-31`, {
      as: acme.viewer,
    })
    assert.deepEqual(early.days, [])
  })

  test('only the operator reads it for any tenant', async ({ assert }) => {
    const [environment] = (await read()).environments
    const address = `/api/admin/environments/${environment!.environmentId}/usage`
    const found = await app.ok<UsageAnswer>('GET', address, { as: await app.superAdmin() })
    assert.deepEqual(
      found.environments.map(({ environmentId }) => environmentId),
      [environment!.environmentId]
    )
    assert.equal((await app.call('GET', address, { as: acme.admin })).status, 403)
    const none = `/api/admin/environments/${crypto.randomUUID()}/usage`
    assert.equal((await app.call('GET', none, { as: await app.superAdmin() })).status, 404)
  })

  test('administrators are notified once at 75 and once at 90 percent', async ({ assert }) => {
    await app.limit(acme.id, { api_calls_per_month: 20 })
    const calls = async (count: number) => {
      for (let at = 0; at < count; at++) await app.ok('GET', '/api/assets', { as: acme.token })
    }
    // Asked in a session, which uses no calls of the environment.
    const notified = (sentence: RegExp) =>
      until(`${sentence}`, async () => {
        const shown = await app.ok<Notice[]>('GET', '/api/notifications', { as: acme.admin })
        const fitting = shown.filter(({ kind }) => kind === 'environments.limit')
        return fitting.some(({ text }) => sentence.test(text)) && fitting
      })
    await calls(15)
    assert.lengthOf(await notified(/more than 75 % are used \(15 of 20\)/), 1)
    await calls(3)
    assert.lengthOf(await notified(/more than 90 % are used/), 2)
    const editors = await app.ok<Notice[]>('GET', '/api/notifications', { as: acme.editor })
    assert.notInclude(
      editors.map(({ kind }) => kind),
      'environments.limit'
    )
    await calls(2)
    await day((one) => one.apiCalls === 20)
    const shown = await app.ok<{ eventType: string }[]>(
      'GET',
      '/api/activity?filter={"eventType":"quota_warned"}',
      { as: acme.admin }
    )
    assert.lengthOf(shown, 2)
    // The mail of both waits for further notifications for some minutes.
    await app.inside(() =>
      asOperator('a test makes time pass', () =>
        unscoped().from('jobs').where('name', 'notifications.mail').update({ run_at: now() })
      )
    )
    const mail = await nextMail(
      app.database.dataDir,
      `admin@${acme.subdomain}.example`,
      0,
      /more than 90 % are used/
    )
    assert.include(mail.text, 'more than 75 % are used (15 of 20)')
  })

  // Red when sendAlert() continues although the row exists: each process, and each start of one, would send
  // it again.
  test('of two processes that detect it, one sends the notification', async ({ assert }) => {
    const { environmentId } = (await read()).environments[0]!
    const due = {
      place: { tenantId: acme.id, environmentId },
      name: 'apiCallsPerMonth',
      ...({ used: 16, limit: 20, threshold: 75, period: '2026-01' } as const),
    }
    await app.inside(() => sendAlert(due))
    await app.inside(() => sendAlert(due))
    const events = await asOperator('a test looks', () =>
      unscoped().from('middleware_events').where({ tenant_id: acme.id, event_type: 'quota_warned' })
    )
    assert.lengthOf(events, 1)
  })

  // Red when limitNearlyReached accepts all events.
  test('if alerts are off, only the feed shows it', async ({ assert }) => {
    const { environmentId } = (await read()).environments[0]!
    const due = (name: string) => ({
      place: { tenantId: acme.id, environmentId },
      name,
      ...({ used: 95, limit: 100, threshold: 90, period: '2026-02' } as const),
    })
    const notified = async () => {
      const shown = await app.ok<Notice[]>('GET', '/api/notifications', { as: acme.admin })
      return shown.filter(({ kind }) => kind === 'environments.limit').length
    }
    const switched = (alerts_enabled: boolean) =>
      asOperator('a test switches', () =>
        unscoped().from('tenant_environments').where('id', environmentId).update({ alerts_enabled })
      )
    await switched(false)
    await app.inside(() => sendAlert(due('maxWorkflows')))
    await switched(true)
    await app.inside(() => sendAlert(due('maxApiEndpoints')))
    await until('the other one to be notified', async () => (await notified()) > 0)
    assert.equal(await notified(), 1)
    await until('the feed to show both', async () => {
      const address = '/api/activity?filter={"eventType":"quota_warned"}'
      const shown = await app.ok<object[]>('GET', address, { as: acme.admin })
      return shown.length === 2
    })
  })

  // Red when ofTenant() includes deleted environments.
  test('a deleted environment causes no notification', async ({ assert }) => {
    const id = await addEnvironment(acme.id, 'testing')
    const names = async () => (await read()).environments.map(({ name }) => name)
    assert.deepEqual(await names(), ['production', 'testing'])
    await app.ok('DELETE', `/api/admin/environments/${id}`, { as: await app.superAdmin() })
    assert.deepEqual(await names(), ['production'])
    const named = await app.call('GET', `${path}?environmentId=${id}`, { as: acme.viewer })
    assert.equal(named.status, 404)
  })

  // Red when flush() forgets counts that it could not write.
  test('counts that cannot be written are written later', async ({ assert, cleanup }) => {
    const { environmentId } = (await read()).environments[0]!
    const usage = new Usage({ warn: () => undefined } as never, () => Promise.resolve())
    const { production } = limitsOfEnvironments
    const put = () => (limitsOfEnvironments.production = production)
    cleanup(() => void put())
    await app.inside(async () => {
      usage.begin({ tenantId: acme.id, environmentId })
      usage.end({ tenantId: acme.id, environmentId }, true, 1)
      limitsOfEnvironments.production = () => Promise.reject(new Error('The database is away.'))
      await usage.flush()
      usage.begin({ tenantId: acme.id, environmentId })
      usage.end({ tenantId: acme.id, environmentId }, false, 1)
      put()
      await usage.flush()
    })
    const found = await day((one) => one.apiCalls > 0)
    assert.containsSubset(found, { apiCalls: 2, successfulCalls: 1, errorCalls: 1 })
  })

  test('calls are allowed again after the end of the month', async ({ assert }) => {
    await app.limit(acme.id, { api_calls_per_month: 3 })
    const status = async () => (await app.call('GET', '/api/assets', { as: acme.token })).status
    assert.deepEqual(
      [await status(), await status(), await status(), await status()],
      [200, 200, 200, 429]
    )
    await app.inside(() =>
      asOperator('a test ends a month', async () => {
        await unscoped()
          .from('ledger_windows')
          .where({ tenant_id: acme.id, meter: 'apiCallsPerMonth' })
          .update({ ends_at: new Date(Date.now() - 1000).toISOString() })
      })
    )
    await until('the new month', async () => (await status()) === 200)
    assert.deepEqual([await status(), await status(), await status()], [200, 200, 429])
  })
})
