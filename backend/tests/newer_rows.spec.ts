import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { furnishedTenant, startSystem, type FurnishedTenant } from './matrix/furnished_tenant.js'

type Columns = Record<string, unknown>

/** Ids for paths: of rows that this version wrote, and of rows of a newer one. */
type Ids = Record<string, string[]>

/** The kind of object that a path parameter names. Ids of other kinds are not found. */
const kinds: [prefix: string, kind: string][] = [
  ['/api/assets/', 'asset'],
  ['/api/integrations/systems/', 'system'],
  ['/api/integrations/endpoints/', 'endpoint'],
  ['/api/integrations/workflows/', 'workflow'],
  ['/api/integrations/logs/', 'log'],
  ['/api/flow-executions/', 'execution'],
  ['/api/users/', 'user'],
  ['/api/events/parked/', 'parkedEvent'],
  ['/api/tenants/', 'tenant'],
]

const strange = ['[]', '["a"]', '"text"', 'null', '7']

test.group('Rows of a newer version', (group) => {
  let app: TestApp
  let acme: FurnishedTenant
  let ids: Ids

  group.setup(async () => {
    const system = await startSystem()
    const settings = { EGRESS_ALLOW: ['127.0.0.1/32'], LOG_LEVEL: 'silent' as const }
    app = await bootApp({ settings })
    acme = await furnishedTenant(app, 'acme', system.url)
    ids = await asOperator('be a newer version', insertNewerRows)
    return async () => {
      await app.stop()
      system.close()
    }
  })

  /** Copies a row, with changes that only a newer version knows. */
  async function copyRow(table: string, where: Columns, changes: Columns): Promise<string> {
    const row = await unscoped().from(table).where(where).first()
    // Columns that the database sets for each row.
    for (const column of ['seq', 'transaction', 'parent_key', 'name_key', 'modified_key'])
      delete row[column]
    // A random id: this version's catalog does not check its event.
    const id = crypto.randomUUID()
    await unscoped()
      .table(table)
      .insert({ ...row, id, ...changes })
    return id
  }

  async function insertNewerRows(): Promise<Ids> {
    const own = acme.ids
    const of = (id: string | undefined) => ({ id: id! })
    const run = await copyRow('flow_execution_history', of(own.execution), {
      status: 'paused',
      trigger_type: 'tomorrow',
      execution_id: newId(),
    })
    await copyRow(
      'flow_step_results',
      { run_id: own.execution },
      {
        run_id: run,
        status: 'skipped',
        type: 'quantum',
      }
    )
    const steps = JSON.stringify([
      { id: 'q', type: 'quantum', systemId: null, endpointId: null, config: {}, order: 1 },
    ])
    const workflow = await copyRow('integration_workflows', of(own.workflow), {
      name: 'Tomorrow',
      trigger_type: 'tomorrow',
      steps,
    })
    const stepped = await copyRow('integration_workflows', of(own.workflow), { name: 'Q', steps })
    const system = await copyRow('external_systems', of(own.system), {
      name: 'Quantum',
      auth_type: 'mtls',
      system_type: 'quantum',
      auth_config: 's9.unknown.format',
      capabilities: '["teleport"]',
    })
    const endpoint = await copyRow('api_endpoints', of(own.endpoint), {
      name: 'Dream',
      method: 'QUERY',
      endpoint_type: 'both',
      triggers: '["dream"]',
    })
    const log = await copyRow('integration_logs', of(own.log), { status: 'paused' })
    const user = await copyRow('users', of(own.user), { email: 'o@acme.example', role: 'overlord' })
    const asset = await copyRow('assets', of(own.asset), { name: 'newer', type: 'link' })
    await copyRow('egress_allowances', of(own.egressAllowance), { network: 'tomorrow' })
    await copyRow('sessions', { user_id: own.user }, { token: newId() })
    await unscoped()
      .from('api_tokens')
      .where('id', own.apiToken!)
      .update({ scopes: '["quantum.read"]' })
    const uploads = { tenant_id: acme.id, event_type: 'file_upload' }
    for (const payload of testDatabase === 'pg' ? strange : [...strange, '{', '']) {
      await copyRow('middleware_events', uploads, { payload, actor_type: 'daemon' })
    }
    await copyRow('middleware_events', uploads, { event_type: 'quantum_leap', payload: '[]' })
    await copyRow(
      'activity_logs',
      { tenant_id: acme.id },
      { event_type: 'quantum_leap', entity_type: 'q' }
    )
    await plantJobs()
    return {
      ...Object.fromEntries(Object.entries(own).map(([kind, id]) => [kind, [id]])),
      execution: [own.execution!, run],
      workflow: [own.workflow!, workflow, stepped],
      system: [own.system!, system],
      endpoint: [own.endpoint!, endpoint],
      log: [own.log!, log],
      user: [own.user!, user],
      asset: [own.asset!, asset],
    }
  }

  async function plantJobs(): Promise<void> {
    const row = {
      tenant_id: acme.id,
      lane: acme.id,
      state: 'waiting',
      priority: 0,
      created_at: now(),
      run_at: now(),
    }
    const jobs = [
      { name: 'quantum.leap', payload: '{}', actor: '{}' },
      ...strange.map((payload) => ({ name: 'mail.send', payload, actor: '{}' })),
      ...strange.map((actor) => ({ name: 'mail.send', payload: '{}', actor })),
    ]
    await unscoped()
      .table('jobs')
      .multiInsert(jobs.map((job) => ({ ...row, ...job, id: newId() })))
  }

  function pathsOf({ path }: Operation): string[] {
    const kind = kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'asset'
    const filled = ids[kind]!.map((id) => path.replace(/\{\w+\}/g, id))
    return [...new Set(filled)]
  }

  // Red when an answer's schema requires words that this version knows.
  test('are shown without server errors', async ({ assert }) => {
    const found: string[] = []
    let tried = 0
    for (const operation of await pluginHost.use().operations()) {
      if (operation.method !== 'GET') continue
      for (const path of pathsOf(operation)) {
        for (const as of [acme.admin, acme.token, await app.superAdmin()]) {
          tried++
          // `call` itself fails when an answer does not match its schema.
          const status = await app.call('GET', path, { as }).then(
            (reply) => reply.status,
            (error: Error) => error.message
          )
          if (typeof status === 'string' || status >= 500) found.push(`${path}: ${status}`)
        }
      }
    }
    assert.deepEqual(found, [])
    assert.isAbove(tried, 60)
    const [shown] = await app.ok<{ status: string }[]>(
      'GET',
      `/api/flow-executions?id=${ids.execution![1]}`,
      {
        as: acme.admin,
      }
    )
    assert.exists(shown)
  })

  // Red when a consumer gets an unknown payload: the tenant's later events would then wait.
  test('stop neither uploads nor flows nor jobs', async ({ assert }) => {
    const as = acme.admin
    const form = new FormData()
    form.set('file', new Blob(['after']), 'after.txt')
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })
    await until('the flow to run', async () => {
      const runs = await app.ok<{ assetId: string }[]>(
        'GET',
        '/api/flow-executions?status=completed',
        { as }
      )
      return runs.some((run) => run.assetId === id)
    })
    await until('the feed to contain it', async () => {
      const feed = await app.ok<{ entityId: string }[]>('GET', '/api/activity', { as })
      return feed.some(({ entityId }) => entityId === id)
    })
    const rows = (table: string, where: Columns) =>
      asOperator('read parked rows', async () => unscoped().from(table).where(where))
    await until('the jobs to be parked', async () => {
      const parked = await rows('jobs', { state: 'unknown' })
      return parked.length === 1 + 2 * strange.length
    })
    const unreadable = strange.length + (testDatabase === 'pg' ? 0 : 2)
    for (const consumer of ['flows.triggers', 'activity.feed']) {
      const parked = await rows('parked_events', { consumer, state: 'failed', tries: 0 })
      assert.lengthOf(parked, unreadable, consumer)
    }
    assert.lengthOf(await rows('parked_events', { tenant_id: acme.id, state: 'waiting' }), 0)
  })
})
