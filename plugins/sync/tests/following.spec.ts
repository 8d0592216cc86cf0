import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { FlowLab } from '../../flows/tests/flow_lab.js'
import { startDue } from '../job_refs.js'

const path = '/api/sync-contracts'

interface Shown {
  id: string
  state: { phase: string; nextRunAt: string | null }
}
interface Run {
  id: string
  trigger: string
  status: string
  filesDone: number
}

const tables = ['sync_contracts', 'sync_runs', 'sync_agreed', 'sync_sides', 'sync_passes']

const between = (one: string, other: string) => ({
  sourceType: 'asset_folder',
  sourceConfig: { path: one },
  targetType: 'asset_folder',
  targetConfig: { path: other },
})

test.group('Triggers of sync contract runs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let number = 0

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`follow${++number}`)
  })

  const folder = (name: string) =>
    app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: { name, type: 'folder', parentId: null },
    })
  const upload = (parentId: string, name: string, text = name) => {
    const form = new FormData()
    form.append('parentId', parentId)
    form.append('file', new Blob([text]), name)
    return app.ok('POST', '/api/assets', { as: acme.admin, body: form })
  }
  const contract = (body: object) =>
    app.ok<Shown>('POST', path, {
      as: acme.admin,
      body: { name: 'Plans', ...between('/From', '/To'), ...body },
    })
  const runs = (id: string) => app.ok<Run[]>('GET', `${path}/${id}/runs`, { as: acme.viewer })
  const ended = (id: string, count = 1) =>
    until(`${count} ended runs`, async () => {
      const found = (await runs(id)).filter(({ status }) => status !== 'running')
      return found.length >= count && found
    })
  const shown = (id: string) => app.ok<Shown>('GET', `${path}/${id}`, { as: acme.viewer })

  test('the button, one run at a time', async ({ assert }) => {
    const from = await folder('From')
    await upload(from.id, 'a.txt')
    const { id } = await contract({ scheduleConfig: { mode: 'manual' } })
    const begun = await app.call<Run>('POST', `${path}/${id}/sync`, { as: acme.editor })
    assert.equal(begun.status, 202)
    assert.containSubset(begun.body, { trigger: 'manual', status: 'running' })
    const [run] = await ended(id)
    assert.containSubset(run, { id: begun.body.id, status: 'completed', filesDone: 1 })
    const stop = await app.call('POST', `${path}/${id}/stop`, { as: acme.editor })
    assert.equal(stop.status, 409)
  })

  // Red when the consumer ignores paths or asset events.
  test('a change in its asset folder', async ({ assert }) => {
    const from = await folder('From')
    const { id } = await contract({})
    await upload(from.id, 'a.txt')
    const [run] = await ended(id)
    assert.containSubset(run, { trigger: 'continuous', status: 'completed', filesDone: 1 })
    // Changes by sync itself, or elsewhere, start no further run.
    const other = await folder('Other')
    await upload(other.id, 'b.txt')
    await upload(from.id, 'c.txt')
    const [newest, ...before] = await ended(id, 2)
    assert.containSubset(newest, { trigger: 'continuous', filesDone: 1 })
    assert.lengthOf(before, 1)
  })

  // Red when startDueRuns() stores no later time, or does not check the time.
  test('its schedule', async ({ assert }) => {
    const from = await folder('From')
    const { id, state } = await contract({
      scheduleConfig: { mode: 'schedule', cron: '0 3 * * *', timezone: 'Europe/Berlin' },
    })
    assert.isNotNull(state.nextRunAt)
    await upload(from.id, 'a.txt')
    app.clock.advance(Date.parse(state.nextRunAt!) - clock.now() + 60_000)
    await app.inside(() => asOperator('as when it is due', () => enqueue(startDue, {})))
    const [run] = await ended(id)
    assert.containSubset(run, { trigger: 'schedule', status: 'completed', filesDone: 1 })
    const next = (await shown(id)).state.nextRunAt!
    assert.isAbove(Date.parse(next), Date.parse(state.nextRunAt!))
    await app.ok('POST', `${path}/${id}/pause`, { as: acme.editor })
    assert.isNull((await shown(id)).state.nextRunAt)
  })

  test('an event that it waits for', async ({ assert }) => {
    const from = await folder('From')
    const first = await contract({ scheduleConfig: { mode: 'manual' } })
    const second = await contract({
      ...between('/To', '/Further'),
      scheduleConfig: { mode: 'manual', events: ['sync_completed'] },
    })
    await upload(from.id, 'a.txt')
    await app.ok('POST', `${path}/${first.id}/sync`, { as: acme.editor })
    const [run] = await ended(second.id)
    assert.containSubset(run, { trigger: 'event', status: 'completed', filesDone: 1 })
  })

  // Red when endRun() resumes no step.
  test('a step of a workflow, which waits for the end', async ({ assert }) => {
    const from = await folder('From')
    await upload(from.id, 'a.txt')
    const { id: contractId } = await contract({ scheduleConfig: { mode: 'manual' } })
    const lab = new FlowLab(app, acme)
    const step = (config: object) => ({ id: 'sync', type: 'sync_contract', config, order: 1 })
    const workflow = await lab.workflow({ steps: [step({ contractId })] })
    const { id } = await lab.start(workflow)
    const run = await lab.reached(id, 'completed', 'failed')
    assert.equal(run.status, 'completed')
    assert.containSubset(run.stepResults[0]!.output, { status: 'completed', files: 1, created: 1 })
    await app.ok('POST', `${path}/${contractId}/pause`, { as: acme.editor })
    const other = await lab.start(workflow)
    const failed = await lab.reached(other.id, 'completed', 'failed')
    assert.equal(failed.status, 'failed')
    assert.include(failed.errorMessage, 'is paused. Resume it')
    const refused = await app.call<{ errors: { field: string }[] }>(
      'POST',
      '/api/integrations/workflows',
      {
        as: acme.admin,
        body: {
          name: 'No',
          triggerType: 'manual',
          isActive: true,
          steps: [step({ contractId: 'none' })],
        },
      }
    )
    assert.equal(refused.status, 422)
    assert.include(refused.body.errors[0]!.field, 'config.contractId')
  })

  test('a deleted contract leaves no rows, and keeps its files', async ({ assert }) => {
    const from = await folder('From')
    await upload(from.id, 'a.txt')
    const { id } = await contract({ scheduleConfig: { mode: 'manual' } })
    await app.ok('POST', `${path}/${id}/sync`, { as: acme.editor })
    await ended(id)
    await app.ok('DELETE', `${path}/${id}`, { as: acme.admin })
    await until('its rows to go', async () => {
      const left = await inTenant(acme.id, () =>
        Promise.all(tables.map((table) => tenantTable(table).select('id')))
      )
      return left.flat().length === 0
    })
    const assets = await app.ok<{ name: string }[]>(
      'GET',
      '/api/assets?filter={"search":"a.txt"}',
      {
        as: acme.viewer,
      }
    )
    assert.lengthOf(assets, 2)
  })
})
