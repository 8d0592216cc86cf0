import { test } from '@japa/runner'
import { newId, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { itemOf, promotionLab, type Row } from './promotion_lab.js'

test.group('What promotion keeps in mind', (group) => {
  const lab = promotionLab(group)

  // Red when match() takes pairs for whole whose source is gone.
  test('what was deleted and made again finds what it was a pair with, by its name', async ({
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
    // Red when forgetGone() looks at the target only.
    const { promotion_counterparts: pairs } = await lab().rows()
    const sources = pairs!.map((pair) => (pair as Row).source_id)
    assert.notInclude(sources, first.systemId)
    assert.notInclude(sources, lone.systemId)
    assert.include(sources, second.systemId)
  })

  // Red when undo leaves out part().
  test('undo loosens the pairs that were found by their names', async ({ assert }) => {
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

  // Red when promote() goes on where all is as it is.
  test('a promotion in which nothing differs is none', async ({ assert }) => {
    const { workflowId } = await lab().chain('Nothing')
    const { id } = await lab().promote(workflowId)
    const before = await lab().rows()
    const { status, body } = await lab().ask([workflowId])
    assert.equal(status, 200)
    assert.isNull(body.id)
    assert.isTrue(body.items.every(({ action }) => action === 'same'))
    assert.deepEqual(await lab().rows(), before)
    // One that notes pairs is one.
    assert.equal((await lab().tryUndo(id)).status, 200)
    await lab().system('Nothing system', {}, 'production')
    assert.equal((await lab().ask([workflowId])).status, 201)
  })

  // Red when undo asks for the rights of what it changes only.
  test('who may not change what was promoted does not take it back', async ({ assert }) => {
    // Nothing of it was changed: pairs alone were noted.
    await lab().workflow('Noted', [], {}, 'production')
    const { id, items } = await lab().promote(await lab().workflow('Noted', []))
    assert.deepEqual(
      items.map(({ action, byName }) => [action, byName]),
      [['same', true]]
    )
    const as = lab().tenant.admin
    const permissions = ['environments.read', 'flows.read']
    const role = await lab().app.ok<{ key: string }>('POST', '/api/roles', {
      ...{ as, body: { name: 'Reads flows', permissions } },
    })
    await lab().app.ok('POST', '/api/users', {
      ...{ as, body: { email: 'reads-flows@acme.example', role: role.key } },
    })
    const someone = await lab().app.signIn('reads-flows@acme.example', 'acme')
    assert.equal((await lab().tryUndo(id, someone)).status, 403)
    assert.equal((await lab().tryUndo(id)).status, 200)
  })

  // Red when assertSame() compares texts.
  test('a plan is the same in whichever order', async ({ assert }) => {
    const { workflowId } = await lab().chain('Order')
    const { plan } = await lab().plan(workflowId)
    const turned = plan!.split('.').reverse().join('.')
    assert.equal((await lab().ask([workflowId], { plan: turned })).status, 201)
  })

  // Red when gather() leaves out assertFew().
  test('more than 1,000 things at once are refused, in a dry run too', async ({ assert }) => {
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
      ...{ id: `s${at}`, type: 'api_call', systemId, endpointId, config: {} },
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
