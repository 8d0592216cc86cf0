import { test } from '@japa/runner'
import { newId, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { itemOf, promotionLab, type Row } from './promotion_lab.js'

test.group('Pairs of promoted rows', (group) => {
  const lab = promotionLab(group)

  // Red when match() accepts pairs whose source is gone.
  test('a row that was deleted and created again finds its counterpart by name', async ({
    assert,
  }) => {
    const first = await lab().chain('Again')
    const lone = await lab().chain('Never again')
    const done = await lab().promote(first.workflowId, lone.workflowId)
    for (const { workflowId, systemId } of [first, lone]) {
      await lab().delete(`workflows/${workflowId}`)
      await lab().delete(`systems/${systemId}`)
    }
    const second = await lab().chain('Again')
    const plan = await lab().plan(second.workflowId)
    for (const name of ['Again system', 'Again endpoint', 'Again']) {
      const { targetId } = itemOf(done, name)
      assert.deepInclude(itemOf(plan, name), { targetId, byName: true, action: 'same' })
    }
    await lab().promote(second.workflowId)
    // Red when removeGonePairs() checks the target only.
    const { promotion_counterparts: pairs } = await lab().rows()
    const sources = pairs!.map((pair) => (pair as Row).source_id)
    assert.notInclude(sources, first.systemId)
    assert.notInclude(sources, lone.systemId)
    assert.include(sources, second.systemId)
  })

  // Red when undo leaves out unpairRows().
  test('undo removes the pairs that were made by name', async ({ assert }) => {
    const wrong = await lab().system('Loose system', {}, 'production')
    const { systemId, workflowId } = await lab().chain('Loose')
    const { id } = await lab().promote(workflowId)
    await lab().change(`systems/${wrong}`, { name: 'Something else' }, 'production')
    await lab().change(`systems/${systemId}`, { description: null })
    const { status, body } = await lab().tryUndo(id)
    assert.equal(status, 200, JSON.stringify(body))
    const plan = await lab().plan(workflowId)
    assert.deepInclude(itemOf(plan, 'Loose system'), { targetId: null, action: 'create' })
  })

  // Red when promote() continues although nothing differs.
  test('a promotion without differences is not recorded', async ({ assert }) => {
    const { workflowId } = await lab().chain('Nothing')
    const { id } = await lab().promote(workflowId)
    const before = await lab().rows()
    const { status, body } = await lab().ask([workflowId])
    assert.equal(status, 200)
    assert.isNull(body.id)
    assert.isTrue(body.items.every(({ action }) => action === 'same'))
    assert.deepEqual(await lab().rows(), before)
    // A promotion that only stores pairs is recorded.
    assert.equal((await lab().tryUndo(id)).status, 200)
    await lab().system('Nothing system', {}, 'production')
    assert.equal((await lab().ask([workflowId])).status, 201)
  })

  // Red when undo checks permissions only for rows that it changes.
  test('undo needs the permissions for all promoted rows', async ({ assert }) => {
    // Nothing was changed; only pairs were stored.
    await lab().workflow('Noted', [], {}, 'production')
    const { id, items } = await lab().promote(await lab().workflow('Noted', []))
    assert.deepEqual(
      items.map(({ action, byName }) => [action, byName]),
      [['same', true]]
    )
    const as = lab().tenant.admin
    const permissions = ['environments.read', 'flows.read']
    const role = await lab().app.ok<{ key: string }>('POST', '/api/roles', {
      as,
      body: { name: 'Reads flows', permissions },
    })
    await lab().app.ok('POST', '/api/users', {
      as,
      body: { email: 'reads-flows@acme.example', role: role.key },
    })
    const someone = await lab().app.signIn('reads-flows@acme.example', 'acme')
    assert.equal((await lab().tryUndo(id, someone)).status, 403)
    assert.equal((await lab().tryUndo(id)).status, 200)
  })

  // Red when assertSame() compares whole texts.
  test('a plan is the same in any order', async ({ assert }) => {
    const { workflowId } = await lab().chain('Order')
    const { plan } = await lab().plan(workflowId)
    const turned = plan!.split('.').reverse().join('.')
    assert.equal((await lab().ask([workflowId], { plan: turned })).status, 201)
  })

  // Red when gather() leaves out assertFew().
  test('more than 1,000 rows together are refused, in a dry run too', async ({ assert }) => {
    const systemId = await lab().system('Crowd')
    const one = await lab().endpoint(systemId, 'Crowd')
    const ids = Array.from({ length: 997 }, () => newId())
    await lab().app.inside(() =>
      asOperator('a crowd', async () => {
        const row = (await unscoped().from('api_endpoints').where('id', one).firstOrFail()) as Row
        const plain = Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'object' && value !== null && !(value instanceof Date)
              ? JSON.stringify(value)
              : value,
          ])
        )
        for (let at = 0; at < ids.length; at += 50) {
          const rows = ids.slice(at, at + 50).map((id) => ({ ...plain, id, name: `Crowd ${id}` }))
          await unscoped().insertQuery().table('api_endpoints').multiInsert(rows)
        }
      })
    )
    const step = (endpointId: string, at: number) => ({
      id: `s${at}`,
      type: 'api_call',
      systemId,
      endpointId,
      config: {},
    })
    const full = await lab().workflow('Crowd', [one, ...ids].map(step))
    const more = await lab().workflow('One more', [step(one, 1)])
    const { plan, items } = await lab().plan(full)
    assert.lengthOf(items, 1000)
    for (const dryRun of [true, false]) {
      const { status, body } = await lab().ask([full, more], { dryRun })
      assert.equal(status, 422)
      assert.include(body.errors[0]!.message, 'at most 1000')
    }
    // Its plan fits into the body.
    const { status } = await lab().ask([full], { plan, dryRun: true })
    assert.equal(status, 200)
  })
})
