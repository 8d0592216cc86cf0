// onBothDatabases: rows ensure that each file is processed once
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { FlowLab, type Refused, type Run } from './flow_lab.js'

interface Output {
  created: number
  updated: number
  unchanged: number
  skipped: number
  files: { id: string; version: number; name: string; from: string }[]
  skippedFiles: { from: string; reason: string }[]
}

test.group('File sync', (group) => {
  let app: TestApp
  let lab: FlowLab
  let source: string
  let target: string

  group.setup(async () => {
    app = await bootApp()
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })
  let count = 0
  group.each.setup(async () => {
    source = await lab.folder(`Source ${++count}`)
    target = await lab.folder(`Target ${count}`)
  })

  const step = (config: object) => ({ id: 'sync', type: 'file_sync', config })
  const usual = () => ({ sourceFolderId: source, targetFolderId: target })
  const run = async (config: object, assetId?: string): Promise<Run> => {
    const flow = await lab.workflow({ steps: [step({ ...usual(), ...config })] })
    return lab.reached((await lab.start(flow, assetId)).id, 'completed', 'failed')
  }
  const outputOf = (run: Run) => run.stepResults[0]!.output as Output
  const names = async (parentId: string) =>
    (
      await app.ok<{ name: string; version: number }[]>(
        'GET',
        `/api/assets?filter=${encodeURIComponent(JSON.stringify({ parentId }))}`,
        { as: lab.tenant.admin }
      )
    ).map(({ name, version }) => `${name}${version > 1 ? ` v${version}` : ''}`)
  const inside = <T>(work: () => Promise<T>) => app.inside(() => inTenant(lab.tenant.id, work))
  const rowsLeft = () =>
    inside(async () => (await tenantTable('flow_file_syncs').select('id')).length)

  test('copies files with their folders, by patterns, without storage', async ({ assert }) => {
    await lab.upload('a.pdf', 'one', source)
    await lab.upload('b.txt', 'two', source)
    const inner = await lab.folder('May', source)
    await lab.upload('c.PDF', 'three', inner)
    await lab.upload('~d.pdf', 'four', inner)
    const done = await run({ include: ['*.pdf'], exclude: ['~*'] })
    assert.equal(done.status, 'completed', done.errorMessage ?? '')
    assert.containSubset(outputOf(done), { created: 2, updated: 0, unchanged: 0, skipped: 0 })
    assert.deepEqual(
      outputOf(done).files.map(({ from, version }) => [from, version]),
      [
        ['May/c.PDF', 1],
        ['a.pdf', 1],
      ]
    )
    assert.sameMembers(await names(target), ['May', 'a.pdf'])
    assert.sameMembers(await names(source), ['May', 'a.pdf', 'b.txt'])
    assert.equal(await rowsLeft(), 0)
    const flat = await run({ subfolders: false, include: ['?.txt'] })
    assert.deepEqual(
      outputOf(flat).files.map(({ name }) => name),
      ['b.txt']
    )
  })

  test('a taken name leads to a version, another name, or a skip', async ({ assert }) => {
    await lab.upload('a.txt', 'new', source)
    await lab.upload('same.txt', 'same', source)
    await lab.upload('a.txt', 'old', target)
    await lab.upload('same.txt', 'same', target)
    const skipped = outputOf(await run({ existing: 'skip' }))
    assert.containSubset(skipped, { created: 0, skipped: 2 })
    assert.match(skipped.skippedFiles[0]!.reason, /"a.txt" exists in the target folder/)
    const failed = await run({ existing: 'fail' })
    assert.equal(failed.status, 'failed')
    assert.match(failed.stepResults[0]!.errorMessage!, /"a.txt" exists already/)
    assert.containSubset(outputOf(await run({})), { updated: 1, unchanged: 1 })
    assert.sameMembers(await names(target), ['a.txt v2', 'same.txt'])
    assert.containSubset(outputOf(await run({ existing: 'rename' })), { created: 2 })
    assert.sameMembers(await names(target), ['a.txt v2', 'a (2).txt', 'same.txt', 'same (2).txt'])
  })

  test('moves the file of the run, also when it becomes a version', async ({ assert }) => {
    const id = await lab.upload('a.txt', 'x', source)
    const moved = await run({ sourceFolderId: undefined, action: 'move' }, id)
    assert.equal(outputOf(moved).files[0]!.id, id)
    assert.deepEqual(await names(source), [])
    await lab.upload('a.txt', 'y', source)
    assert.containSubset(outputOf(await run({ action: 'move' })), { updated: 1 })
    assert.deepEqual(await names(source), [])
    assert.deepEqual(await names(target), ['a.txt v2'])
    const nothing = await run({ sourceFolderId: undefined })
    assert.match(nothing.stepResults[0]!.errorMessage!, /The run has no file/)
  })

  test('a target below the source is not copied', async ({ assert }) => {
    await lab.upload('a.txt', 'x', source)
    const below = await lab.folder('Below', source)
    for (const created of [1, 0])
      assert.containSubset(outputOf(await run({ targetFolderId: below })), { created })
    assert.deepEqual(await names(below), ['a.txt'])
  })

  // Red without the rows of once(), and when they are not read at the next try.
  test('continues where it stopped, with each file once', async ({ assert }) => {
    const number = (at: number) => String(at).padStart(2, '0')
    for (let at = 0; at < 60; at++) await lab.upload(`f${number(at)}.txt`, `x${at}`, source)
    const inTheWay = await lab.upload('f55.txt', 'other', target)
    const failed = await run({ existing: 'fail' })
    assert.equal(failed.status, 'failed')
    // The commit of the first 50 stays, the second one is rolled back.
    assert.lengthOf(await names(target), 51)
    assert.equal(await rowsLeft(), 50)
    await app.ok('DELETE', `/api/assets/${inTheWay}`, { as: lab.tenant.admin })
    await lab.act(failed.id, 'retry')
    const done = await lab.reached(failed.id, 'completed', 'failed')
    assert.equal(done.status, 'completed', done.errorMessage ?? '')
    assert.containSubset(outputOf(done), { created: 60, skipped: 0 })
    assert.lengthOf(await names(target), 60)
    assert.equal(await rowsLeft(), 0)
  })

  // Red when placeFile() does not check access to a folder, or filesBelow() includes closed ones.
  test("acts with its saver's access to folders", async ({ assert }) => {
    const { admin } = lab.tenant
    const permissions = ['flows.read', 'flows.run', 'flows.write', 'assets.read', 'assets.write']
    const body = { name: 'Planner', permissions }
    const { key: role } = await app.ok<{ key: string }>('POST', '/api/roles', { as: admin, body })
    const email = 'planner@acme.example'
    await app.ok('POST', '/api/users', { as: admin, body: { email, role } })
    const planner = new FlowLab(app, { ...lab.tenant, admin: await app.signIn(email, 'acme') })
    const closed = await lab.folder('Closed', source)
    await lab.upload('secret.txt', 'x', closed)
    await lab.upload('a.txt', 'x', source)
    const close = (id: string, everyone: 'none' | 'read') =>
      app.ok('PUT', `/api/assets/${id}/permissions`, {
        as: admin,
        body: { everyone, grants: [] },
      })
    const flow = await planner.workflow({ steps: [step(usual())] })
    await close(closed, 'none')
    await close(target, 'read')
    const started = async () => {
      const { id } = await app.ok<Run>('POST', '/api/flow-executions/trigger', {
        as: planner.tenant.admin,
        body: { flowId: flow },
      })
      return lab.reached(id, 'completed', 'failed')
    }
    const refused = outputOf(await started())
    assert.containSubset(refused, { created: 0, skipped: 1 })
    assert.match(refused.skippedFiles[0]!.reason, /You may read "Target/)
    await app.ok('PUT', `/api/assets/${target}/permissions`, {
      as: admin,
      body: { everyone: 'read', grants: [{ kind: 'role', id: role, level: 'write' }] },
    })
    const done = outputOf(await started())
    assert.deepEqual(
      done.files.map(({ from }) => from),
      ['a.txt']
    )
  })

  test('invalid settings are refused when they are saved', async ({ assert }) => {
    const file = await lab.upload('a.txt', 'x', source)
    const refusals: [object, string, RegExp][] = [
      [{ targetFolderId: undefined }, 'targetFolderId', /Choose the target/],
      [{ targetFolderId: 'missing' }, 'targetFolderId', /no folder with the id/],
      [{ targetFolderId: file }, 'targetFolderId', /is a file/],
      [{ targetFolderId: source }, 'targetFolderId', /the same folder/],
      [{ existing: 'burn' }, 'existing', /must be one of/],
      [{ action: 'delete' }, 'action', /must be one of/],
    ]
    for (const [config, field, sentence] of refusals) {
      const { status, body } = await app.call<Refused>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: {
          name: 'W',
          triggerType: 'manual',
          triggerConfig: {},
          steps: [step({ ...usual(), ...config })],
        },
      })
      assert.equal(status, 422, JSON.stringify(config))
      const error = body.errors.find((one) => one.field === `steps.0.config.${field}`)
      assert.match(error?.message ?? JSON.stringify(body), sentence)
    }
  })
})
