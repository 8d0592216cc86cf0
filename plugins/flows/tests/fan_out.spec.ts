// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, migratedDatabase, until } from '@crossdock/backend/testing'
import { dialect, newId, now, unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import {
  environmentResolver,
  asOperator,
  inTenant,
  insertAll,
  tenantTable,
} from '@crossdock/kernel/tenancy'
import { installed } from '../../../backend/plugins.js'
import { inTurn, matchTriggers } from '../job_refs.js'
import { fatalProcess } from './fatal_child.js'
import { FatalProbe } from './fatal_probe.js'
import { FatalTrigger } from './fatal_trigger.js'
import { FlowLab, probes } from './flow_lab.js'
import { mostAtOnce } from '../actions/start_at_once.js'
import { onUploads } from './on_uploads.js'
import { Probe, probePlugin } from './probe.js'

const runsOf = ({ tenant }: FlowLab) =>
  inTenant(tenant.id, async () =>
    tenantTable<{ flow_id: string; trigger_event_id: string; status: string }>(
      'flow_execution_history'
    )
  )

const completed = async (lab: FlowLab) =>
  (await runsOf(lab)).filter(({ status }) => status === 'completed')

/** Simulates a running process that works a slice of the tenant and never ends. */
async function endlessSlice({ tenant }: FlowLab): Promise<string> {
  const runAt = new Date(Date.now() + 3_600_000)
  const id = await inTenant(tenant.id, () =>
    enqueue(matchTriggers, { eventIds: [] }, { ...inTurn, runAt })
  )
  // Identified by the lock it holds; see presence.ts.
  const worker =
    dialect() === 'postgres'
      ? `(select objid::int from pg_locks where classid = 7268052 and
           database = (select oid from pg_database where datname = current_database()) limit 1)`
      : '1'
  await asOperator('be that process', () =>
    unscoped().rawQuery(
      `update jobs set state = 'running', worker = ${worker}, lease_until = run_at where id = ? returning id`,
      [id!]
    )
  )
  return id!
}

test.group('Runs started by events', (group) => {
  const steps = new Probe()
  let lab: FlowLab
  let other: FlowLab

  group.each.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    other = new FlowLab(app, await app.tenant('birch'))
    return () => app.stop()
  })

  // Red when the rest of a slice is not added, or starts at the wrong workflow or event.
  test('every workflow reacts to every event once, however many there are', async ({ assert }) => {
    await lab.upload('a.txt', 'x')
    await lab.upload('b.txt', 'x')
    // Nothing reacts to them yet; after a later event has been processed, nothing will.
    await inTenant(other.tenant.id, () => insertAll(onUploads(1)))
    await other.upload('later.txt', 'x')
    await until('a later run', async () => (await completed(other)).length === 1)
    const workflows = onUploads(120)
    await inTenant(lab.tenant.id, async () => {
      await insertAll(workflows)
      const events = await tenantTable<{ id: string }>('middleware_events')
        .where('event_type', 'file_upload')
        .select('id')
      await enqueue(matchTriggers, { eventIds: events.map(({ id }) => id) }, inTurn)
    })
    await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
    const runs = await runsOf(lab)
    assert.lengthOf(runs, 2 * 120)
    assert.isTrue(runs.every(({ status }) => status === 'completed'))
    assert.lengthOf([...new Set(runs.map((run) => `${run.flow_id} ${run.trigger_event_id}`))], 240)
  })

  // Red when the consumer starts any number of runs itself, slices have no limit, or all tenants share one
  // limit.
  test('events of a tenant wait only in its own queue', async ({ assert }) => {
    const many = mostAtOnce + 1
    await inTenant(lab.tenant.id, () => insertAll(onUploads(many)))
    await inTenant(other.tenant.id, () => insertAll(onUploads(many)))
    const slice = await endlessSlice(lab)
    await lab.upload('a.txt', 'x')
    await other.upload('b.txt', 'x')
    await until('the other tenant’s runs', async () => (await completed(other)).length === many)
    assert.lengthOf(await runsOf(lab), 0)
    await asOperator('end the slice', () => unscoped().from('jobs').where('id', slice).delete())
    await until('the runs', async () => (await completed(lab)).length === many)
  })

  // Red when startAtOnce() never does: the run waits for the running slice.
  test('a few runs start with their event, whatever is in the queue', async () => {
    await inTenant(lab.tenant.id, () => insertAll(onUploads(mostAtOnce)))
    const slice = await endlessSlice(lab)
    await lab.upload('a.txt', 'x')
    await until('the runs', async () => (await completed(lab)).length === mostAtOnce)
    await asOperator('end the slice', () => unscoped().from('jobs').where('id', slice).delete())
  })

  // Red when find_matches.ts passes on errors of a trigger, when a workflow's configuration is read together
  // with the others', or when match_triggers.ts retries a failed slice as a whole.
  test('a workflow of a newer version does not block others', async ({ assert }) => {
    const flow = { triggerType: 'file_event', triggerConfig: { eventTypes: ['file_upload'] } }
    const before = await lab.workflow({ ...flow, steps: probes('before') })
    const broken = dialect() === 'postgres' ? [] : ['{', '']
    const strange = ['[]', '["a"]', '"text"', 'null', '7', '{"eventTypes":7}', ...broken]
    const environment_id = await environmentResolver.use().resolve(lab.tenant.id, null)
    const row = (changes: object) => ({
      environment_id,
      id: newId(),
      tenant_id: lab.tenant.id,
      name: 'Tomorrow',
      trigger_type: 'file_event',
      trigger_config: '{"eventTypes":["file_upload"]}',
      steps: '[]',
      is_active: true,
      created_at: now(),
      updated_at: now(),
      ...changes,
    })
    const rows = [
      row({ trigger_type: 'tomorrow' }),
      ...strange.map((config) => row({ trigger_config: config })),
      ...['{}', 'null', '7', ...broken].map((text) => row({ steps: text })),
      row({ steps: JSON.stringify([{ id: 'a', systemId: 'x'.repeat(1_000) }]) }),
    ]
    await inTenant(lab.tenant.id, () => unscoped().table('integration_workflows').multiInsert(rows))
    const behind = await lab.workflow({ ...flow, steps: probes('behind') })
    await lab.upload('a.txt', 'x')
    await until('the neighbors', async () => {
      const flows = (await completed(lab)).map((run) => run.flow_id)
      return flows.includes(before) && flows.includes(behind)
    })
    assert.lengthOf(steps.of('before'), 1)
    assert.lengthOf(steps.of('behind'), 1)
  })
})

test.group('Runs started by events, when the process dies', () => {
  // Red when a job commits several slices, so that a retry starts with the first one again.
  test('between two slices: every run starts once', async ({ assert, cleanup }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const { dataDir } = database
    const plugin = probePlugin(new FatalProbe(dataDir), new FatalTrigger(dataDir))
    const boot = () => bootApp({ database, plugins: [plugin] })
    const first = await boot()
    const tenant = await first.tenant('acme')
    const workflows = onUploads(150, 'fatal')
    workflows[130]!.triggerConfig = { fileTypes: ['fatal'] }
    await inTenant(tenant.id, () => insertAll(workflows))
    await first.stop()

    const { died, url } = await fatalProcess(database)
    const body = new FormData()
    body.set('file', new Blob(['x']), 'a.txt')
    await fetch(`${url}/api/assets`, {
      method: 'POST',
      body,
      headers: tenant.token.headers!,
    }).catch(() => undefined)
    assert.equal((await died)[1], 'SIGKILL')

    const after = await boot()
    cleanup(() => after.stop())
    const lab = new FlowLab(after, tenant)
    await until('all runs', async () => (await completed(lab)).length >= 150)
    await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
    const runs = await runsOf(lab)
    assert.lengthOf(runs, 150)
    assert.lengthOf(new Set(runs.map((run) => run.flow_id)), 150)
  }).tags(['long'])
})
