// onBothDatabases: the statement of a search differs by database
import { test } from '@japa/runner'
import { bootApp, type Caller } from '@crossdock/backend/testing'
import { FlowLab } from './flow_lab.js'

test.group('Runs are found by the name of their file', (group) => {
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp()
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const found = async (search: string, as: Caller = lab.tenant.viewer) => {
    const path = `/api/flow-executions?search=${encodeURIComponent(search)}`
    return (await lab.app.ok<{ id: string }[]>('GET', path, { as })).map(({ id }) => id)
  }
  const runOn = async (flow: string, assetId: string) =>
    (await lab.reached((await lab.start(flow, assetId)).id, 'completed')).id

  test('with its current name, in addition to runs found by their own texts', async ({
    assert,
  }) => {
    const flow = await lab.workflow({ name: 'Customs intake', steps: [] })
    const other = await lab.workflow({ name: 'Manifest report', steps: [] })
    const asset = await lab.upload('manifest-0815.csv', 'x')
    const run = await runOn(flow, asset)
    const report = await runOn(other, await lab.upload('list.csv', 'x'))
    assert.deepEqual(await found('fest-0815'), [run])
    assert.deepEqual(await found('0815 manifest'), [run])
    assert.deepEqual(await found('manifest'), [report, run])
    assert.deepEqual(await found('ma'), [report, run])
    await lab.app.ok('PUT', `/api/assets/${asset}`, {
      as: lab.tenant.editor,
      body: { name: 'packing.csv' },
    })
    assert.deepEqual(await found('fest-0815'), [])
    assert.deepEqual(await found('packing'), [run])
  })

  // Red when runsOfFiles() does not check the permission, or named() includes closed folders.
  test('by people who may see the name', async ({ assert }) => {
    const flow = await lab.workflow({ name: 'Payroll intake', steps: [] })
    const folder = await lab.folder('Payroll')
    const run = await runOn(flow, await lab.upload('salaries.csv', 'x', folder))
    assert.deepEqual(await found('salaries'), [run])
    const narrow = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab.tenant.admin,
      body: { name: 'narrow', scopes: ['flows.read'] },
    })
    const program = { headers: { authorization: `Bearer ${narrow.token}` } }
    assert.deepEqual(await found('salaries', program), [])
    assert.deepEqual(await found('Payroll intake', program), [run])
    await lab.app.ok('PUT', `/api/assets/${folder}/permissions`, {
      as: lab.tenant.admin,
      body: { everyone: 'none', grants: [] },
    })
    assert.deepEqual(await found('salaries'), [])
    assert.deepEqual(await found('salaries', lab.tenant.admin), [run])
  })
})
