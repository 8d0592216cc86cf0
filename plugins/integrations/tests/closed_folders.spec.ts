import { bootApp, type Caller, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { bind, connect, makeFolder, type ShownBinding } from './fixtures.js'

test.group('Bindings of folders that are closed', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when the library gives paths whoever asks.
  test('do not tell where they are', async ({ assert }) => {
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
      [null, null, 'Open']
    )
    const all = await pathsFor(as)
    assert.deepEqual(
      [secret, inner, open].map((id) => all.get(id)),
      ['Merger', 'Merger/Offers', 'Open']
    )
  })
})
