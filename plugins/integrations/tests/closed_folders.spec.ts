import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { bind, connect, makeFolder, type ShownBinding } from './fixtures.js'

test.group('Bindings of closed folders', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when the library returns paths to every caller.
  test('do not reveal their paths', async ({ assert }) => {
    const as = acme.admin
    const { id: systemId } = await connect(app, as)
    const [secret, open] = [await makeFolder(app, as, 'Merger'), await makeFolder(app, as, 'Open')]
    const inner = await makeFolder(app, as, 'Offers', secret)
    for (const assetId of [secret, inner, open]) await bind(app, as, { systemId, assetId })
    await app.ok('PUT', `/api/assets/${secret}/permissions`, {
      as,
      body: { everyone: 'none', grants: [] },
    })
    const pathsFor = async (as: Caller) => {
      const bindings = await app.ok<ShownBinding[]>('GET', '/api/folder-bindings', { as })
      return new Map(bindings.map(({ assetId, assetPath }) => [assetId, assetPath]))
    }
    const seen = await pathsFor(acme.editor)
    assert.deepEqual(
      [secret, inner, open].map((id) => seen.get(id)),
      [null, null, '/Open']
    )
    const all = await pathsFor(as)
    assert.deepEqual(
      [secret, inner, open].map((id) => all.get(id)),
      ['/Merger', '/Merger/Offers', '/Open']
    )
  })

  // Red when a run's steps are shown regardless of their file: the other system echoes its name.
  test("hide a run's requests and answers about a file in them", async ({ assert }) => {
    const as = acme.admin
    const folder = await makeFolder(app, as, 'Lawsuit')
    const form = new FormData()
    form.set('parentId', folder)
    form.set('file', new Blob(['claim']), 'claim-4711.txt')
    const file = await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Note',
        triggerType: 'manual',
        isActive: true,
        steps: [{ type: 'metadata_update', config: { metadata: { case: 'claim-4711' } } }],
      },
    })
    const run = await app.ok<{ id: string }>('POST', `/api/integrations/workflows/${id}/execute`, {
      as,
      body: { assetId: file.id },
    })
    interface Run {
      status: string
      stepResults: { output: unknown; outputHidden: boolean }[]
    }
    const shown = (as: Caller) => app.ok<Run>('GET', `/api/flow-executions/${run.id}`, { as })
    await until('the run is over', async () => (await shown(as)).status === 'completed')
    assert.isNotNull((await shown(acme.editor)).stepResults[0]!.output)
    await app.ok('PUT', `/api/assets/${folder}/permissions`, {
      as,
      body: { everyone: 'none', grants: [] },
    })
    const hidden = await shown(acme.editor)
    assert.deepInclude(hidden.stepResults[0], { output: null, outputHidden: true })
    assert.isNotNull((await shown(as)).stepResults[0]!.output)
    const [listed] = await app.ok<Run[]>('GET', '/api/flow-executions', { as: acme.editor })
    assert.deepInclude(listed!.stepResults[0], { output: null, outputHidden: true })
  })
})
