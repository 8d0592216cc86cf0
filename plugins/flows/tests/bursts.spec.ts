// onBothDatabases: two processes add to one burst, and rows are locked in the order of a save
import { test } from '@japa/runner'
import { bootApp, migratedDatabase, until, type TestApp } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { size } from '@crossdock/kernel/testing'
import { installed } from '../../../backend/plugins.js'
import { FlowLab, probes } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const second = 1_000

interface Files {
  files: { assetId: string; path: string; version: number; eventType: string }[]
  events: number
}

test.group('Gathered file events', (group) => {
  let app: TestApp
  let lab: FlowLab
  let steps: Probe

  group.each.setup(async () => {
    steps = new Probe()
    app = await bootApp({ plugins: [probePlugin(steps)], settings: { LOG_LEVEL: 'silent' } })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const gathering = (config: object, more: object = {}) =>
    lab.workflow({
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload', 'file_update'], ...config },
      steps: probes('work'),
      ...more,
    })
  const bursts = () =>
    inTenant(lab.tenant.id, () =>
      tenantTable<{ event_count: number }>('flow_file_bursts').orderBy('workflow_id')
    )
  /** Waits until this many events wait for a run. */
  const gathered = (count: number) =>
    until(`${count} events to be gathered`, async () => {
      const rows = await bursts()
      return rows.reduce((sum, row) => sum + row.event_count, 0) === count
    })
  const runs = (id: string, count: number) =>
    until(`${count} runs`, async () => {
      const all = await lab.runsOf(id)
      return all.length >= count && all.every(({ status }) => status === 'completed') && all
    })
  const data = () => steps.of('work').map(({ context }) => context.input.data as Files)

  test('one run starts for all files after the quiet time', async ({ assert }) => {
    const id = await gathering({ quietSeconds: 30 })
    const inbox = await lab.folder('Inbox')
    const ids = [await lab.upload('a.txt', 'a', inbox), await lab.upload('b.txt', 'b')]
    await gathered(2)
    app.clock.advance(20 * second)
    await lab.upload('a.txt', 'changed', inbox)
    await gathered(3)
    app.clock.advance(20 * second)
    ids.push(await lab.upload('c.txt', 'c'))
    await gathered(4)
    assert.lengthOf(await lab.runsOf(id), 0)
    app.clock.advance(31 * second)
    const [run, ...others] = await runs(id, 1)
    assert.lengthOf(others, 0)
    assert.isNull(run!.assetId)
    const [{ files, events }] = data() as [Files]
    assert.equal(events, 4)
    assert.deepEqual(
      files.map(({ assetId }) => assetId),
      ids
    )
    assert.containSubset(files[0], { path: '/Inbox/a.txt', version: 2, eventType: 'file_update' })
    assert.lengthOf(await bursts(), 0)
    // A later event starts a new burst, and its run is about its file.
    const last = await lab.upload('d.txt', 'd')
    await gathered(1)
    app.clock.advance(31 * second)
    const [newest] = await runs(id, 2)
    assert.equal(newest!.assetId, last)
    assert.containSubset(data()[1], { events: 1, files: [{ assetId: last }] })
  })

  test('a run starts after a number of files, or after a time', async ({ assert }) => {
    const id = await gathering({ batch: { maxFiles: 3, maxSeconds: 60 }, quietSeconds: 50 })
    for (let at = 0; at < 7; at++) await lab.upload(`${at}.txt`, 'x')
    await runs(id, 2)
    await gathered(1)
    app.clock.advance(40 * second)
    await lab.upload('8.txt', 'x')
    await gathered(2)
    app.clock.advance(21 * second)
    await runs(id, 3)
    assert.deepEqual(
      data()
        .map(({ files }) => files.length)
        .sort(),
      [2, 3, 3]
    )
  })

  test('a paused workflow starts nothing, and a deleted one leaves nothing', async ({ assert }) => {
    const path = '/api/integrations/workflows'
    const as = lab.tenant.admin
    const [id, gone] = [await gathering({ quietSeconds: 5 }), await gathering({ quietSeconds: 5 })]
    await lab.upload('a.txt', 'x')
    await gathered(2)
    await app.ok('PUT', `${path}/${id}`, { as, body: { isActive: false } })
    await app.ok('DELETE', `${path}/${gone}`, { as })
    app.clock.advance(6 * second)
    await until('no burst to be left', async () => (await bursts()).length === 0)
    await until('no job to be left', async () => (await lab.jobsLeft()) === 0)
    assert.lengthOf(await lab.runsOf(id), 0)
    const left = await inTenant(lab.tenant.id, () => tenantTable('flow_burst_files'))
    assert.lengthOf(left, 0)
  })

  test('invalid settings are refused when they are saved', async ({ assert }) => {
    for (const [config, field, sentence] of [
      [{ quietSeconds: 3_601 }, 'quietSeconds', /3600 seconds or less/],
      [{ batch: { maxFiles: 1, maxSeconds: 5 } }, 'batch.maxFiles', /2 files or more/],
      [{ batch: { maxFiles: 2 } }, 'batch.maxSeconds', /maximum number of seconds/],
    ] as const) {
      const { status, body } = await app.call<Problem>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: {
          name: 'Wrong',
          triggerType: 'file_event',
          steps: [],
          triggerConfig: { eventTypes: ['file_upload'], ...config },
        },
      })
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.errors![0]!.field, `triggerConfig.${field}`)
      assert.match(body.message, sentence)
    }
  })
})

// Red when the burst remains after the start of its run, or is created without locking the workflow.
test('with two processes, one of which dies, every file is in exactly one run', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const steps = new Probe()
  const boot = () =>
    bootApp({ database, plugins: [probePlugin(steps)], settings: { LOG_LEVEL: 'silent' } })
  const [one, other] = [await boot(), await boot()]
  cleanup(() => one.stop())
  let isAlive = true
  cleanup(() => (isAlive ? other.stop() : undefined))
  const tenant = await one.tenant('acme')
  const [lab, peer] = [new FlowLab(one, tenant), new FlowLab(other, tenant)]
  const id = await lab.workflow({
    triggerType: 'file_event',
    triggerConfig: {
      eventTypes: ['file_upload'],
      quietSeconds: 1,
      batch: { maxFiles: 7, maxSeconds: 2 },
    },
    steps: probes('work'),
  })
  // Two processes write to one file of SQLite, which production refuses. It may be too busy, and then stores nothing.
  const send = (server: FlowLab, name: string) =>
    until(`the upload of ${name}`, () =>
      server.upload(name, 'x').catch((error: Error) => {
        if (!error.message.includes('E_DATABASE_BUSY')) throw error
        return undefined
      })
    )
  const count = size({ quick: 24, full: 300 })
  const ids: string[] = []
  for (let at = 0; at < count; at += 4) {
    const four = [lab, peer, lab, peer].map((server, n) => send(server, `${at + n}.txt`))
    ids.push(...(await Promise.all(four)))
  }
  isAlive = false
  await other.stop()
  const files = () =>
    steps
      .of('work')
      .flatMap(({ context }) => (context.input.data as Files).files.map(({ assetId }) => assetId))
  await until('all files to be in runs', () => files().length >= count)
  assert.sameMembers(files(), ids)
  assert.lengthOf(await lab.runsOf(id), steps.of('work').length)
})
