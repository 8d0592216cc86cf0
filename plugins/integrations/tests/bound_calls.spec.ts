import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import {
  addEndpoint,
  bind,
  connect,
  makeFolder,
  putFile,
  type ShownBinding,
  type ShownEndpoint,
  type ShownLog,
} from './fixtures.js'
import { Partner } from './partner.js'

interface Execution {
  id: string
  status: string
  executionId: string
  stepResults: { attempts: number; errorMessage: string | null }[]
}

interface Tried {
  success: boolean
  message: string
}

/*
 * All red when makeCall() does not call endpointForFile(): then every file is sent. The previews are red when
 * requestOf() does not.
 */
test.group('Calls of a system that is bound to folders', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  const folder = (parentId?: string) => makeFolder(app, acme.admin, `F${++turn}`, parentId)
  const file = (parentId?: string, name = `f${++turn}.txt`) =>
    putFile(app, acme.admin, name, parentId)
  const ask = <T>(method: string, path: string, body?: object) =>
    app.ok<T>(method, path, { as: acme.admin, ...(body ? { body } : {}) })

  interface Bound {
    systemId: string
    endpoint: ShownEndpoint
    folderId: string
    binding: ShownBinding
  }

  /** A system that is bound to its own folder. */
  async function bound(part: object = {}, endpointPart: object = {}): Promise<Bound> {
    partner.answersJson({ ok: true })
    const system = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, system.id, {
      fieldMapping: { fileMetadata: { title: 'name' } },
      ...endpointPart,
    })
    const folderId = await folder()
    const given = { systemId: system.id, assetId: folderId, ...part }
    const binding = await bind(app, acme.admin, given)
    return { systemId: system.id, endpoint, folderId, binding }
  }

  const tryOut = ({ endpoint }: Bound, assetId?: string) =>
    ask<Tried>('POST', `/api/integrations/endpoints/${endpoint.id}/test`, { assetId })
  const change = ({ binding }: Bound, body: object) =>
    ask('PUT', `/api/folder-bindings/${binding.id}`, body)
  const move = (id: string, parentId: string | null) =>
    ask('PUT', `/api/assets/${id}`, { parentId })

  /** The reason why a call is refused before anything is sent. */
  async function refusal(own: Bound, assetId: string): Promise<string> {
    const before = partner.received.length
    const { success, message } = await tryOut(own, assetId)
    if (success || partner.received.length !== before) throw new Error('The file was sent.')
    return message
  }

  test('a run fails at the step for a file outside, once, and the log says why', async ({
    assert,
  }) => {
    const own = await bound()
    const workflow = await ask<{ id: string }>('POST', '/api/integrations/workflows', {
      name: 'Announce',
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload'] },
      steps: [
        {
          id: 'announce',
          type: 'api_call',
          systemId: own.systemId,
          order: 1,
          endpointId: own.endpoint.id,
          config: { sendFile: 'multipart' },
        },
      ],
      isActive: true,
    })
    const runOf = (assetId: string) =>
      until('the run', async () => {
        const filter = encodeURIComponent(JSON.stringify({ assetId }))
        const [run] = await ask<Execution[]>('GET', `/api/flow-executions?filter=${filter}`)
        return run && ['failed', 'completed'].includes(run.status) && run
      })
    const outside = await file(undefined, 'outside.txt')
    const failed = await runOf(outside)
    assert.equal(failed.status, 'failed')
    const message = `Northwind ERP may not have "outside.txt": it is not in a folder that Northwind ERP is bound to. Move it there, or bind Northwind ERP to its folder.`
    assert.deepInclude(failed.stepResults[0], { attempts: 1, errorMessage: message })
    assert.lengthOf(partner.received, 0)
    const [log] = await ask<ShownLog[]>('GET', `/api/integrations/logs?assetId=${outside}`)
    assert.deepInclude(log, { status: 'error', statusCode: null, errorMessage: message })

    const inside = await file(await folder(own.folderId), 'inside.txt')
    assert.equal((await runOf(inside)).status, 'completed')
    assert.lengthOf(partner.received, 1)
    assert.include(String(partner.received[0]!.body), 'inside.txt')
    await ask('DELETE', `/api/integrations/workflows/${workflow.id}`)
  })

  // Red when a cached system decides: each change must apply to the next call.
  test('a test checks the folder of the file and the rules of the binding', async ({ assert }) => {
    const own = await bound()
    const inner = await folder(own.folderId)
    const id = await file(inner, 'cmr-7.txt')
    assert.isTrue((await tryOut(own, id)).success)
    // A test with sample values has no file.
    assert.isTrue((await tryOut(own)).success)

    await change(own, { permissions: ['write'] })
    assert.match(await refusal(own, id), /is not for reading/)
    await change(own, { permissions: ['read'], visibilityRules: { include: ['*.pdf'] } })
    assert.match(await refusal(own, id), /rules of the binding .* hide it/)
    await change(own, { visibilityRules: { include: ['CMR-?.*'], maxSize: 5 } })
    assert.isTrue((await tryOut(own, id)).success)
    await change(own, { visibilityRules: { maxSize: 4 } })
    assert.match(await refusal(own, id), /hide it/)
    await change(own, { visibilityRules: {}, isActive: false })
    assert.match(await refusal(own, id), /is inactive. Activate it/)
    await change(own, { isActive: true })
    assert.isTrue((await tryOut(own, id)).success)

    await move(id, null)
    assert.match(await refusal(own, id), /not in a folder that/)
    await move(id, inner)
    // The folder itself may be moved and renamed.
    await ask('PUT', `/api/assets/${own.folderId}`, {
      name: `R${++turn}`,
      parentId: await folder(),
    })
    assert.isTrue((await tryOut(own, id)).success)
    await ask('DELETE', `/api/folder-bindings/${own.binding.id}`)
    await move(id, null)
    assert.isTrue((await tryOut(own, id)).success)
  })

  // Red when folders in the trash are not checked, or a purged folder makes a system unbound.
  test('a folder in the trash gives no files, and a purged one opens no others', async ({
    assert,
  }) => {
    const own = await bound()
    const inner = await folder(own.folderId)
    const id = await file(inner)
    const elsewhere = await file()
    for (const trashed of [inner, own.folderId]) {
      await ask('DELETE', `/api/assets/${trashed}`)
      assert.match(await refusal(own, id), /is in the trash\. Restore the folder/)
      await ask('POST', `/api/assets/${trashed}/restore`)
      assert.isTrue((await tryOut(own, id)).success)
    }
    // A deleted file is still in its folder: its systems must learn about the deletion.
    await ask('DELETE', `/api/assets/${id}`)
    assert.isTrue((await tryOut(own, id)).success)

    await ask('DELETE', `/api/assets/${own.folderId}`)
    await ask('POST', `/api/assets/${own.folderId}/purge`)
    assert.match(await refusal(own, elsewhere), /not in a folder that/)
  })

  test('the bound folder itself is allowed, unless it is in the trash', async ({ assert }) => {
    const own = await bound()
    assert.isTrue((await tryOut(own, own.folderId)).success)
    assert.match(await refusal(own, await folder()), /not in a folder that/)
    await ask('DELETE', `/api/assets/${own.folderId}`)
    assert.match(await refusal(own, own.folderId), /not in a folder that/)
  })

  // Red when the first binding that is found decides.
  test('any of several enclosing folders may give a file, nearest first', async ({ assert }) => {
    const own = await bound({ visibilityRules: { include: ['*.txt'] } }, { fieldMapping: {} })
    const inner = await folder(own.folderId)
    const nearest = await bind(app, acme.admin, {
      systemId: own.systemId,
      assetId: inner,
      visibilityRules: { include: ['*.pdf'] },
      transformationConfig: { fileMetadata: { nearest: 'name' } },
    })
    assert.isTrue((await tryOut(own, await file(inner, 'a.txt'))).success)
    assert.match(await refusal(own, await file(inner, 'a.csv')), new RegExp(`"F${turn}"|hide it`))
    await ask('PUT', `/api/folder-bindings/${nearest.id}`, { visibilityRules: {} })
    assert.isTrue((await tryOut(own, await file(inner, 'b.txt'))).success)
    assert.deepEqual(JSON.parse(String(partner.received.at(-1)!.body)), { nearest: 'b.txt' })
  })

  // Red when the mapping of the folder replaces that of an endpoint, or a preview differs from the request of
  // the test.
  test('a preview says why there is no request, and shows the mapping of the folder', async ({
    assert,
  }) => {
    const transformationConfig = { fileMetadata: { 'doc.name': 'name' } }
    const run = { systemFields: { kind: 'eventType' } }
    const own = await bound({ transformationConfig }, { fieldMapping: run })
    const preview = (assetId: string, fieldMapping: object) =>
      ask<{ request: { body: unknown } | null; problem: string | null }>(
        'POST',
        '/api/integrations/endpoints/preview',
        { systemId: own.systemId, path: '/orders', method: 'POST', assetId, fieldMapping }
      )
    const inside = await file(own.folderId, 'in.txt')
    const shown = await preview(inside, run)
    assert.deepEqual(shown.request?.body, { kind: 'test', doc: { name: 'in.txt' } })
    await tryOut(own, inside)
    assert.deepEqual(JSON.parse(String(partner.received.at(-1)!.body)), shown.request?.body)
    const mapped = await preview(inside, { fileMetadata: { own: 'size' } })
    assert.deepEqual(mapped.request?.body, { own: 5 })
    const refused = await preview(await file(), run)
    assert.isNull(refused.request)
    assert.match(refused.problem!, /not in a folder that/)
  })

  // Red when bindings of all systems are read.
  test('another system works with all files', async ({ assert }) => {
    const own = await bound()
    const other = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, other.id)
    assert.isTrue((await tryOut({ ...own, endpoint }, await file())).success)
  })
})
