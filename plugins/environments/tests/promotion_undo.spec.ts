import { test } from '@japa/runner'
import { itemOf, promotionLab, type Row } from './promotion_lab.js'

test.group('Undoing a promotion', (group) => {
  const lab = promotionLab(group)
  const counted = async () =>
    Promise.all(
      ['systems', 'endpoints', 'workflows'].map(async (noun) => (await lab().list(noun)).length)
    )

  // Red when restoreRows() leaves out created rows.
  test('created rows are deleted, and can be promoted again', async ({ assert }) => {
    const before = await counted()
    const { workflowId } = await lab().chain('Made')
    const { id } = await lab().promote(workflowId)
    assert.deepEqual(
      await counted(),
      before.map((count) => count + 1)
    )
    const { status, body } = await lab().tryUndo(id)
    assert.equal(status, 200)
    assert.isString(body.undoneAt)
    assert.deepEqual(await counted(), before)
    const [listed] = await lab().promotions()
    assert.equal(listed!.undoneAt, body.undoneAt)
    const plan = await lab().plan(workflowId)
    assert.isTrue(plan.items.every(({ action }) => action === 'create'))
    await lab().feedShows('Undid the promotion of Made from development to Production')
  })

  // Red when restoreRows() leaves out changed rows, or deletes existing ones.
  test('changed rows get their previous definition as a new version', async ({ assert }) => {
    const { systemId, endpointId, workflowId } = await lab().chain('Back')
    const done = await lab().promote(workflowId)
    const target = (name: string) => itemOf(done, name).targetId!
    const shown = async () => {
      const system = await lab().show(`systems/${target('Back system')}`)
      const endpoint = await lab().show(`endpoints/${target('Back endpoint')}`)
      const workflow = await lab().show(`workflows/${target('Back')}`)
      const { version } = workflow
      return {
        version,
        rest: [system, endpoint, workflow].map(
          ({ updatedAt: _updated, version: _version, ...row }) => row
        ),
      }
    }
    const before = await shown()
    await lab().change(`systems/${systemId}`, { name: 'Other system', capabilities: ['receive'] })
    await lab().change(`endpoints/${endpointId}`, { path: '/others', name: 'Other endpoint' })
    const more = await lab().endpoint(systemId, 'One more')
    await lab().change(`workflows/${workflowId}`, {
      name: 'Other',
      steps: [
        { id: 'call', type: 'api_call', systemId, endpointId, config: { params: { a: 1 } } },
        { id: 'more', type: 'api_call', systemId, endpointId: more, config: {} },
      ],
    })
    const second = await lab().promote(workflowId)
    assert.equal(itemOf(second, 'One more').action, 'create')
    assert.deepInclude(itemOf(second, 'Other').changes, {
      field: 'steps.1.config.params',
      from: null,
      to: 'a: 1',
    })
    assert.equal((await lab().tryUndo(second.id)).status, 200)
    const after = await shown()
    assert.deepEqual(after.rest, before.rest)
    assert.equal(before.version, 1)
    assert.equal(after.version, 3)
    assert.notInclude(
      (await lab().list('endpoints')).map(({ name }) => name),
      'One more'
    )
    // The pair stays, because it existed before.
    assert.isFalse(itemOf(await lab().plan(workflowId), 'Other').byName)
  })

  // Red when assertUnchanged() is not called.
  test('is refused when a row was changed since, with its name', async ({ assert }) => {
    const { workflowId } = await lab().chain('Since')
    const { id, items } = await lab().promote(workflowId)
    const flow = `workflows/${items[2]!.targetId}`
    await lab().change(flow, { description: 'By another person' }, 'production')
    const before = await lab().rows()
    const { status, body } = await lab().tryUndo(id)
    assert.equal(status, 409)
    assert.equal(body.code, 'E_CHANGED_SINCE')
    assert.include(body.message, 'promoted: Since.')
    assert.deepEqual(await lab().rows(), before)
    await lab().change(flow, { description: null }, 'production')
    // Entering credentials and activating does not count as a change of the promoted row.
    const system = `systems/${items[0]!.targetId}`
    const own = { authConfig: { accessToken: 'of-production' }, isActive: true }
    await lab().change(system, own, 'production')
    await lab().change(flow, { isActive: true }, 'production')
    assert.equal((await lab().tryUndo(id)).status, 200)
  })

  // Red when promote() stores undo data for unchanged rows: later work on them would be lost, or block the
  // undo.
  test('rows that the promotion left unchanged may change, and are not undone', async ({
    assert,
  }) => {
    const { workflowId } = await lab().chain('Left')
    const first = await lab().promote(workflowId)
    await lab().change(`workflows/${workflowId}`, { description: 'Promoted' })
    const second = await lab().promote(workflowId)
    assert.equal(itemOf(second, 'Left system').action, 'same')
    const system = `systems/${itemOf(first, 'Left system').targetId}`
    await lab().change(system, { description: 'By another person' }, 'production')
    assert.equal((await lab().tryUndo(second.id)).status, 200)
    assert.equal((await lab().show(system)).description, 'By another person')
    const workflow = await lab().show(`workflows/${itemOf(first, 'Left').targetId}`)
    assert.isNull(workflow.description)
  })

  // Red when assertUnused() is not called, or one kind does not report its references.
  test('is refused when a later row uses a row to be deleted, with its name', async ({
    assert,
  }) => {
    const { workflowId } = await lab().chain('Used')
    const { id, items } = await lab().promote(workflowId)
    const [system, endpoint] = items
    const step = { id: 'call', type: 'api_call', endpointId: endpoint!.targetId, config: {} }
    const own = await lab().workflow('Made since', [step], {}, 'production')
    const refused = await lab().tryUndo(id)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_USED_SINCE')
    assert.include(refused.body.message, 'Made since')
    await lab().delete(`workflows/${own}`, 'production')
    const more = await lab().endpoint(system!.targetId!, 'Added since', {}, 'production')
    assert.include((await lab().tryUndo(id)).body.message, 'Added since')
    await lab().delete(`endpoints/${more}`, 'production')
    const folder = await lab().app.ok<Row>('POST', '/api/assets', {
      as: lab().tenant.admin,
      body: { name: 'Since', type: 'folder', parentId: null },
    })
    const binding = await lab().app.ok<Row>('POST', '/api/folder-bindings', {
      as: lab().in('production'),
      body: { systemId: system!.targetId, assetId: folder.id, permissions: ['read'] },
    })
    const bound = await lab().tryUndo(id)
    assert.equal(bound.status, 409)
    assert.include(bound.body.message, 'bound to a folder')
    await lab().app.ok('DELETE', `/api/folder-bindings/${binding.id}`, {
      as: lab().in('production'),
    })
    assert.equal((await lab().tryUndo(id)).status, 200)
  })

  // Red when `undoneAt` is not checked, on PostgreSQL also when neither the meters nor the row are locked.
  test('happens once, also with concurrent requests', async ({ assert }) => {
    const { workflowId } = await lab().chain('Once')
    const { id } = await lab().promote(workflowId)
    const replies = await Promise.all([1, 2, 3].map(() => lab().tryUndo(id)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
    const refused = replies.find(({ status }) => status === 409)!
    assert.equal(refused.body.code, 'E_UNDONE_ALREADY')
  })

  // Red when leadsElsewhere() returns false: credentials entered for the new address would be sent to the
  // former one.
  test('credentials entered for the new address do not go to the former one', async ({
    assert,
  }) => {
    const { systemId, workflowId } = await lab().chain('Address')
    const done = await lab().promote(workflowId)
    const system = `systems/${itemOf(done, 'Address system').targetId}`
    const former = (await lab().show(system)).baseUrl
    await lab().change(`systems/${systemId}`, { baseUrl: 'https://{variables.NEW}/v1' })
    const { id } = await lab().promote(workflowId)
    const own = { authConfig: { accessToken: 'for-the-new-one' }, isActive: true }
    await lab().change(system, own, 'production')
    assert.equal((await lab().tryUndo(id)).status, 200)
    const shown = await lab().show(system)
    assert.deepInclude(shown, { baseUrl: former, isActive: false })
    assert.isNull((shown.authConfig as Row).accessToken)
  })

  test('created rows that were deleted since do not matter', async ({ assert }) => {
    const { workflowId } = await lab().chain('Gone')
    const { id, items } = await lab().promote(workflowId)
    await lab().delete(`workflows/${items[2]!.targetId}`, 'production')
    assert.equal((await lab().tryUndo(id)).status, 200)
    const names = (await lab().list('systems')).map(({ name }) => name)
    assert.notInclude(names, 'Gone system')
  })

  test('is refused for an older promotion that a later one has overwritten', async ({ assert }) => {
    const { workflowId } = await lab().chain('Over')
    const first = await lab().promote(workflowId)
    await lab().change(`workflows/${workflowId}`, { description: 'Later' })
    const second = await lab().promote(workflowId)
    assert.equal((await lab().tryUndo(first.id)).body.code, 'E_CHANGED_SINCE')
    assert.equal((await lab().tryUndo(second.id)).status, 200)
    assert.equal((await lab().tryUndo(first.id)).status, 200)
  })

  test('is refused for promotions of other environments and tenants', async ({ assert }) => {
    const { workflowId } = await lab().chain('Elsewhere')
    const { id } = await lab().promote(workflowId)
    assert.equal((await lab().tryUndo(id, lab().tenant.admin, 'development')).status, 404)
    const globex = await lab().app.tenant('globex')
    assert.equal((await lab().tryUndo(id, globex.admin)).status, 404)
    assert.equal((await lab().tryUndo(id, lab().tenant.editor)).status, 403)
  })
})
