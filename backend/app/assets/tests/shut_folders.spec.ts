import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { assetLibrary } from '../contracts/index.js'
import type { AssetInfo } from '../contracts/asset_info.js'
import { Files, type Problem } from './support.js'

type Grant = { kind: 'user' | 'role'; id: string; level: 'read' | 'write' }

test.group('Closed folders', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let [admin, editor]: Files[] = []
  let [adminId, editorId]: string[] = []

  group.setup(async () => {
    app = await bootApp()
    tenant = await app.tenant('harbourline')
    const people = [tenant.admin, tenant.editor]
    ;[admin, editor] = people.map((as) => new Files(app, as))
    ;[adminId, editorId] = await Promise.all(people.map(idOf))
    return () => app.stop()
  })

  const idOf = async (as: Caller) =>
    (await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as })).user.id

  const set = (files: Files, id: string, everyone: string, ...grants: Grant[]) =>
    files.call<Problem>('PUT', `/${id}/permissions`, { body: { everyone, grants } })

  async function shut(name: string, everyone: 'none' | 'read', ...grants: Grant[]) {
    const folder = await admin!.folder(name)
    const { status } = await set(admin!, folder.id, everyone, ...grants)
    if (status !== 200) throw new Error(`${name} could not be shut: ${status}`)
    return folder
  }

  // Each red when copyAssets, moveAssets or updateAsset checks its target only for reading.
  test('{way} puts nothing into a read-only folder')
    .with([
      { way: 'copy', method: 'POST', pathOf: (id: string) => `/${id}/copy` },
      { way: 'bulk copy', method: 'POST', pathOf: () => '/bulk', action: 'copy' },
      { way: 'bulk move', method: 'POST', pathOf: () => '/bulk', action: 'move' },
      { way: 'change', method: 'PUT', pathOf: (id: string) => `/${id}` },
    ])
    .run(async ({ assert }, { way, method, pathOf, action }) => {
      const target = await shut(`Templates for ${way}`, 'read')
      const inner = await admin!.folder('Inner', target.id)
      const mine = await editor!.file(`mine by ${way}.txt`)
      for (const parentId of [target.id, inner.id]) {
        const body = { parentId, ...(action && { action, ids: [mine.id] }) }
        const refused = await editor!.call(method, pathOf(mine.id), { body })
        assert.deepEqual([refused.status, refused.body.code], [403, 'E_FOLDER_READ_ONLY'])
      }
      assert.deepEqual(await admin!.names(`?parentId=${target.id}`), ['Inner'])
      assert.deepEqual(await admin!.names(`?parentId=${inner.id}`), [])
      const { body } = await editor!.call('GET', `/${mine.id}`)
      assert.deepInclude(body, { parentId: null, version: 1 })
    })

  // Red when findActingPeople leaves out the person whose rights are used, or looks up both people
  // concurrently: a transaction works in one tenant at a time. Red when a folder must be closed to both to be
  // closed.
  test('a workflow has the file permissions of the person who saved it', async ({ assert }) => {
    const permissions = ['assets.read', 'assets.write', 'flows.read', 'flows.write']
    const { key: role } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: tenant.admin,
      body: { name: 'Builder', permissions },
    })
    const email = 'builder@harbourline.example'
    await app.ok('POST', '/api/users', { as: tenant.admin, body: { email, role } })
    const builder = await app.signIn(email, tenant.id)
    // An explicit grant: a run has no assets.all, only the rights of the person who saved its workflow.
    const mine: Grant = { kind: 'user', id: adminId!, level: 'write' }
    const folder = await shut('Merger', 'none', mine)
    const closed = await admin!.file('offer.txt', folder.id)
    const open = await admin!.file('open.txt')

    type Run = { id: string; status: string; errorMessage: string | null }
    const runOf = async (as: Caller, { id: assetId }: AssetInfo) => {
      const steps = [{ type: 'metadata_update', config: { metadata: { seen: true } } }]
      const body = { name: 'Marks', triggerType: 'manual', triggerConfig: {}, steps }
      const path = '/api/integrations/workflows'
      const { id: flowId } = await app.ok<{ id: string }>('POST', path, { as, body })
      const { id } = await app.ok<Run>('POST', '/api/flow-executions/trigger', {
        as: tenant.admin,
        body: { flowId, assetId },
      })
      return await until('the end of the run', async () => {
        const run = await app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: tenant.admin })
        return ['completed', 'failed'].includes(run.status) && run
      })
    }
    const marked = async ({ id }: AssetInfo) =>
      'seen' in (await admin!.call<AssetInfo>('GET', `/${id}`)).body.metadata
    const refused = await runOf(builder, closed)
    assert.equal(refused.status, 'failed')
    assert.include(refused.errorMessage, 'There is no asset with the id')
    assert.isFalse(await marked(closed))
    assert.containSubset(await runOf(builder, open), { status: 'completed', errorMessage: null })
    assert.isTrue(await marked(open))
    assert.equal((await runOf(tenant.admin, closed)).status, 'completed')
    assert.isTrue(await marked(closed))
  })

  // Red when createExclusionCheck excludes nothing from a caller without a person (`[null]`).
  test('callers who are not people may open folders that are open to everyone', async ({
    assert,
  }) => {
    const [closed, readable] = [await shut('Closed', 'none'), await shut('Readable', 'read')]
    const [secret, letter] = [
      await admin!.file('secret.txt', closed.id),
      await admin!.file('letter.txt', readable.id),
    ]
    const actor = { type: 'agent', id: 'an-agent', userId: null, label: 'An agent' } as const
    const library = assetLibrary.use()
    await inTenant(
      tenant.id,
      async () => {
        await assert.rejects(() => library.find(secret.id), /no asset/)
        assert.deepEqual([...(await library.names([secret.id, letter.id])).keys()], [letter.id])
        assert.equal((await library.find(letter.id)).name, 'letter.txt')
        const change = () => library.mergeMetadata(letter.id, { seen: true })
        await assert.rejects(change, /not change anything in it/)
      },
      { actor, permissions: new Set(['assets.read', 'assets.write']) }
    )
  })

  // Each red when assertKnown does not check the role, or the tenant of the person.
  test('unknown people and roles cannot get access', async ({ assert }) => {
    const other = await app.tenant('lumenfreight')
    const folder = await admin!.folder('Guests')
    const stranger = await idOf(other.editor)
    const operator = await idOf(await app.superAdmin())
    const known: Grant = { kind: 'user', id: editorId!, level: 'read' }
    const unknown: Pick<Grant, 'kind' | 'id'>[] = [
      { kind: 'role', id: 'no such role' },
      { kind: 'user', id: stranger },
      { kind: 'user', id: operator },
      { kind: 'user', id: 'unknown' },
    ]
    for (const one of unknown) {
      const refused = await set(admin!, folder.id, 'none', known, { ...one, level: 'read' })
      assert.equal(refused.status, 422, one.id)
      assert.deepEqual(
        refused.body.errors.map(({ field }) => field),
        ['grants.1.id']
      )
    }
    assert.equal((await editor!.call('GET', `/${folder.id}`)).status, 200)
  })

  // Red when setFolderPermissions locks the folder without checking the trash.
  // Red when `openFolderSql` considers only folders that are not in the trash themselves.
  test('a file in the trash, whose folder is there too, is not revealed', async ({ assert }) => {
    const closed = await admin!.folder('Claims')
    const inner = await admin!.folder('Inner', closed.id)
    const file = await admin!.file('settled.txt', inner.id)
    await set(admin!, closed.id, 'none')
    for (const { id } of [file, inner]) await admin!.call('DELETE', `/${id}`)
    const shown = async (files: Files) => await files.names('?trashed=true')
    assert.includeMembers(await shown(admin!), ['Inner', 'settled.txt'])
    assert.notIncludeMembers(await shown(editor!), ['Inner'])
    assert.notInclude(await shown(editor!), 'settled.txt')
  })

  test('a folder in the trash is not revealed', async ({ assert }) => {
    const folder = await admin!.folder('Thrown away')
    await admin!.call('DELETE', `/${folder.id}`)
    const refused = await set(admin!, folder.id, 'none')
    assert.deepEqual([refused.status, refused.body.code], [409, 'E_TRASHED'])
    await admin!.call('POST', `/${folder.id}/restore`)
    assert.equal((await editor!.call('GET', `/${folder.id}`)).status, 200)
  })
})
