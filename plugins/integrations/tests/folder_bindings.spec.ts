import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bind, connect, makeFolder, putFile, type ShownBinding } from './fixtures.js'

const path = '/api/folder-bindings'

interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

test.group('Folder bindings', (group) => {
  let app: TestApp
  let acme: TestTenant
  let globex: TestTenant
  let systemId: string
  let turn = 0

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    globex = await app.tenant('globex')
    systemId = (await connect(app, acme.admin)).id
    return () => app.stop()
  })

  const folder = (parentId?: string) => makeFolder(app, acme.admin, `F${++turn}`, parentId)
  const post = (body: object, as: Caller = acme.admin) =>
    app.call<Refusal>('POST', path, { as, body })
  const list = (query: string, as: Caller = acme.admin) =>
    app.ok<ShownBinding[]>('GET', `${path}?${query}`, { as })
  const isBound = async (id: string) =>
    (
      await app.ok<{ isBound: boolean }>('GET', `/api/integrations/systems/${id}`, {
        as: acme.admin,
      })
    ).isBound

  test('are created, listed, changed and deleted, with one event each', async ({ assert }) => {
    const { id: own } = await connect(app, acme.admin, { name: 'Harbour' })
    assert.isFalse(await isBound(own))
    const inner = await folder(await folder())
    const visibilityRules = { include: ['*.pdf'], exclude: ['draft-?'], maxSize: 1_000 }
    const made = await bind(app, acme.admin, {
      systemId: own,
      assetId: inner,
      permissions: ['read', 'write'],
      visibilityRules,
      transformationConfig: { fileMetadata: { 'document.title': 'name' } },
    })
    assert.deepInclude(made, {
      systemId: own,
      systemName: 'Harbour',
      assetId: inner,
      visibilityRules,
      assetPath: `/F${turn - 1}/F${turn}`,
      permissions: ['read', 'write'],
      isActive: true,
    })
    assert.isTrue(await isBound(own))
    assert.deepEqual(await list(`systemId=${own}`), [made])
    assert.deepEqual(await list(`assetId=${inner}&isActive=true`), [made])
    assert.deepEqual(await list(`systemId=${own}&isActive=false`), [])

    // A given part replaces the whole stored part; other parts are kept.
    const changes = { isActive: false, visibilityRules: { mimeTypes: ['image/*'] } }
    const as = acme.admin
    const changed = await app.ok<ShownBinding>('PUT', `${path}/${made.id}`, { as, body: changes })
    assert.deepInclude(changed, { ...changes, permissions: ['read', 'write'] })
    assert.isTrue(await isBound(own))

    await app.ok('DELETE', `${path}/${made.id}`, { as })
    assert.equal((await app.call('GET', `${path}/${made.id}`, { as })).status, 404)
    assert.isFalse(await isBound(own))
    const sentences = await until('the feed to show it', async () => {
      const rows = await app.ok<{ action: string }[]>('GET', '/api/activity', { as })
      const found = rows
        .map(({ action }) => action)
        .filter((action) => /folder.*Harbour|Harbour.*folder/.test(action))
      return found.length >= 3 && found
    })
    assert.deepEqual(sentences, [
      'Deleted a folder binding of Harbour',
      'Changed a folder binding of Harbour',
      'Bound Harbour to a folder',
    ])
  })

  // Red when createBinding() does not check for the pair: the unique index gives a less helpful error.
  test('are unique for a system and a folder', async ({ assert }) => {
    const assetId = await folder()
    await bind(app, acme.admin, { systemId, assetId })
    const { status, body } = await post({ systemId, assetId, permissions: ['write'] })
    assert.deepEqual(
      [status, body.code, body.errors[0]?.field],
      [409, 'E_BOUND_ALREADY', 'assetId']
    )
    assert.include(body.message, 'Northwind ERP is bound to this folder already')
  })

  // Red when a file, a folder in the trash or one of another tenant is accepted.
  test('need an existing system and folder of the tenant', async ({ assert }) => {
    const as = acme.admin
    const top = await folder()
    const inTrash = await folder(top)
    const below = await folder(inTrash)
    await app.ok('DELETE', `/api/assets/${inTrash}`, { as })
    const foreign = await makeFolder(app, globex.admin, 'Theirs')
    const foreignSystem = (await connect(app, globex.admin)).id
    const refused: [body: object, field: string, says: RegExp][] = [
      [{ assetId: await putFile(app, as, 'a.txt') }, 'assetId', /"a.txt" is a file/],
      [{ assetId: inTrash }, 'assetId', /is in the trash/],
      [{ assetId: below }, 'assetId', /is in the trash/],
      [{ assetId: foreign }, 'assetId', /There is no asset/],
      [{ systemId: foreignSystem }, 'systemId', /There is no external system/],
      [{ permissions: [] }, 'permissions', /permissions/],
      [{ permissions: ['own'] }, 'permissions.0', /The permissions may be: read/],
      [{ visibilityRules: { owner: 'me' } }, 'visibilityRules.owner', /./],
      [{ visibilityRules: { include: Array(51).fill('*.pdf') } }, 'visibilityRules.include', /./],
      [{ visibilityRules: { exclude: ['x'.repeat(201)] } }, 'visibilityRules.exclude.0', /./],
      [{ visibilityRules: { maxSize: -1 } }, 'visibilityRules.maxSize', /./],
      [
        { transformationConfig: { fileMetadata: { 'a..b': 'name' } } },
        'transformationConfig.fileMetadata',
        /not a field path/,
      ],
    ]
    for (const [part, field, says] of refused) {
      const body = { systemId, assetId: top, permissions: ['read'], ...part }
      const reply = await post(body)
      assert.equal(reply.status, 422, JSON.stringify(part))
      const [error] = reply.body.errors
      assert.equal(error?.field, field)
      assert.match(error!.message, says)
    }
    assert.deepEqual(await list(`assetId=${top}`), [])
    for (const [one, other] of [
      [acme, globex],
      [globex, acme],
    ] as const) {
      const { id } = await bind(app, one.admin, {
        systemId: (await connect(app, one.admin)).id,
        assetId: await makeFolder(app, one.admin, `G${++turn}`),
      })
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? {} : undefined
        const reply = await app.call(method, `${path}/${id}`, { as: other.admin, body })
        assert.equal(reply.status, 404)
      }
    }
  })

  // Red when updateBinding() accepts them, or silently drops them.
  test('cannot change their system or their folder', async ({ assert }) => {
    const { id, ...made } = await bind(app, acme.admin, { systemId, assetId: await folder() })
    const put = (body: object) =>
      app.call<Refusal>('PUT', `${path}/${id}`, { as: acme.admin, body })
    assert.equal((await put({ ...made, isActive: false })).status, 200)
    for (const body of [{ assetId: await folder() }, { systemId: 'other' }]) {
      const reply = await put(body)
      assert.equal(reply.status, 422)
      assert.include(reply.body.message, 'cannot change its system or its folder')
    }
  })

  // Red when createBinding() does not require assets.read, or paths are shown without it.
  test('show folders only to callers who may see files', async ({ assert }) => {
    const holding = async (...scopes: string[]): Promise<Caller> => {
      const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: acme.admin,
        body: { name: 'narrow', scopes },
      })
      return { headers: { authorization: `Bearer ${token}` } }
    }
    const assetId = await folder()
    const as = await holding('integrations.read', 'integrations.write')
    const refused = await post({ systemId, assetId, permissions: ['read'] }, as)
    assert.deepEqual([refused.status, refused.body.message.includes('assets.read')], [403, true])
    await bind(app, acme.admin, { systemId, assetId })
    assert.isNull((await list(`assetId=${assetId}`, as))[0]!.assetPath)
    assert.isString((await list(`assetId=${assetId}`))[0]!.assetPath)
    // An editor reads bindings but cannot change them.
    const [shown] = await list(`assetId=${assetId}`, acme.editor)
    assert.equal(shown?.assetPath, `/F${turn}`)
    for (const [method, at] of [
      ['POST', path],
      ['PUT', `${path}/${shown!.id}`],
      ['DELETE', `${path}/${shown!.id}`],
    ] as const) {
      assert.equal((await app.call(method, at, { as: acme.editor, body: {} })).status, 403)
    }
  })

  // Red when the references of the table do not cascade, or `is_bound` is cleared with the last folder.
  test('are deleted with their system and folder, which opens no other files', async ({
    assert,
  }) => {
    const as = acme.admin
    const { id: own } = await connect(app, as, { name: 'Depot' })
    const [one, other] = [await folder(), await folder()]
    for (const assetId of [one, other]) await bind(app, as, { systemId: own, assetId })
    for (const id of [one, other]) {
      await app.ok('DELETE', `/api/assets/${id}`, { as })
      await app.ok('POST', `/api/assets/${id}/purge`, { as })
    }
    assert.deepEqual(await list(`systemId=${own}`), [])
    assert.isTrue(await isBound(own))
    await bind(app, as, { systemId: own, assetId: await folder() })
    await app.ok('DELETE', `/api/integrations/systems/${own}`, { as })
    const left = await asOperator('a test looks', async () =>
      unscoped().from('system_folder_bindings').where('system_id', own)
    )
    assert.lengthOf(left, 0)
  })
})
