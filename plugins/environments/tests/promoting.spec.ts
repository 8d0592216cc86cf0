import { test } from '@japa/runner'
import { codesOf, itemOf, promotionLab, type Row, type Step } from './promotion_lab.js'

const call = (id: string, systemId: string, endpointId: string) => ({
  id,
  type: 'api_call',
  systemId,
  endpointId,
  config: { params: { number: '1' } },
})

test.group('Promoting workflows', (group) => {
  const lab = promotionLab(group)
  const names = (rows: Row[]) => rows.map(({ name }) => name)

  test('a plan lists the planned changes, and changes nothing', async ({ assert }) => {
    const { systemId, endpointId, workflowId } = await lab().chain('Planned')
    const before = await lab().rows()
    const plan = await lab().plan(workflowId)
    assert.isNull(plan.id)
    assert.isNull(plan.createdAt)
    const planned = { targetId: null, action: 'create', byName: false, changes: [] }
    assert.deepEqual(plan.items, [
      { ...planned, kind: 'systems', name: 'Planned system', sourceId: systemId },
      { ...planned, kind: 'endpoints', name: 'Planned endpoint', sourceId: endpointId },
      { ...planned, kind: 'workflows', name: 'Planned', sourceId: workflowId },
    ] as never)
    assert.deepEqual(codesOf(plan), ['variable_missing'])
    assert.include(plan.warnings[0]!.message, 'HOST')
    assert.deepEqual(await lab().rows(), before)
  })

  // Red when mapNamed leaves out references in branches, or ids of systems in the schema of a step.
  test('a workflow is promoted with all its references, in branches and by schemas', async ({
    assert,
  }) => {
    const one = await lab().system('ERP')
    const other = await lab().system('Depot')
    const third = await lab().system('Named by a config')
    const order = await lab().endpoint(one, 'Order')
    const stock = await lab().endpoint(other, 'Stock')
    const check = {
      id: 'check',
      type: 'condition',
      config: { value: 'file.name', operator: 'equals', other: 'x' },
      branches: {
        yes: [
          {
            id: 'inner',
            type: 'condition',
            config: { value: 'file.name', operator: 'equals', other: 'y' },
            branches: { no: [call('deep', other, stock)] },
          },
        ],
      },
    }
    const named = { id: 'named', type: 'keyed', config: { system: third } }
    const id = await lab().workflow('Two systems', [call('first', one, order), check, named])
    const done = await lab().promote(id)
    assert.lengthOf(done.items, 6)
    assert.isTrue(done.items.every(({ action }) => action === 'create'))
    const target = (name: string) => itemOf(done, name).targetId!
    const workflow = await lab().show<Row & { steps: Step[]; version: number }>(
      `workflows/${target('Two systems')}`
    )
    const [first, branching, keyed] = workflow.steps
    assert.deepInclude(first!, { systemId: target('ERP'), endpointId: target('Order') })
    const deep = branching!.branches!.yes![0]!.branches!.no![0]!
    assert.deepInclude(deep, { systemId: target('Depot'), endpointId: target('Stock') })
    assert.equal(keyed!.config.system, target('Named by a config'))
    assert.isFalse(workflow.isActive)
    assert.equal(workflow.version, 1)
    const text = JSON.stringify(workflow)
    for (const source of [one, other, third, order, stock]) assert.notInclude(text, source)
    // The uses of a system are looked up by its id.
    const users = await lab().list(`workflows?uses=${target('Depot')}`)
    assert.deepEqual(names(users), ['Two systems'])
  })

  // Red when carry() of systems ignores whether the source is active: a deactivated system would be called in
  // the target.
  test('a new system without credentials is as active as in the source', async ({ assert }) => {
    for (const isActive of [true, false]) {
      const { workflowId } = await lab().chain(`Open ${isActive}`, { isActive })
      const done = await lab().promote(workflowId)
      const system = itemOf(done, `Open ${isActive} system`).targetId
      assert.equal((await lab().show(`systems/${system}`)).isActive, isActive)
    }
  })

  // Red when pairRows() is not called, or works in one direction only.
  test('a promoted row keeps its counterpart, after a rename and in both directions', async ({
    assert,
  }) => {
    const { systemId, workflowId } = await lab().chain('Old name')
    const first = await lab().promote(workflowId)
    assert.deepEqual(
      (await lab().plan(workflowId)).items.map(({ action }) => action),
      ['same', 'same', 'same']
    )
    await lab().change(`systems/${systemId}`, { name: 'New system', description: 'Of the shop' })
    await lab().change(`workflows/${workflowId}`, { name: 'New name' })
    const plan = await lab().plan(workflowId)
    assert.deepEqual(itemOf(plan, 'New system').changes, [
      { field: 'name', from: 'Old name system', to: 'New system' },
      { field: 'description', from: null, to: 'Of the shop' },
    ])
    assert.deepEqual(itemOf(plan, 'New name').changes, [
      { field: 'name', from: 'Old name', to: 'New name' },
    ])
    const second = await lab().promote(workflowId)
    const there = itemOf(second, 'New name').targetId!
    assert.equal(there, itemOf(first, 'Old name').targetId)
    assert.deepInclude(await lab().show(`workflows/${there}`), { name: 'New name', version: 2 })
    // In the other direction, changes of production go to the original row.
    const live = { name: 'Live name', description: 'As it is live' }
    await lab().change(`workflows/${there}`, live, 'production')
    const back = await lab().ask([there], { targetId: 'development' }, undefined, 'production')
    assert.equal(back.status, 201)
    assert.equal(itemOf(back.body, 'Live name').targetId, workflowId)
    assert.deepInclude(await lab().show(`workflows/${workflowId}`, 'development'), live)
  })

  // Red when match() uses a row twice, or takes an endpoint of another system.
  test('at first a row of the same name is the counterpart, within the same system', async ({
    assert,
  }) => {
    const { workflowId } = await lab().chain('By name')
    const system = await lab().system('By name system', {}, 'production')
    const elsewhere = await lab().system('Another person', {}, 'production')
    const wrong = await lab().endpoint(elsewhere, 'By name endpoint', {}, 'production')
    const flow = await lab().workflow('By name', [], { isActive: true }, 'production')
    const plan = await lab().plan(workflowId)
    assert.deepInclude(itemOf(plan, 'By name system'), {
      targetId: system,
      byName: true,
      action: 'same',
    })
    assert.deepInclude(itemOf(plan, 'By name endpoint'), { targetId: null, action: 'create' })
    const item = itemOf(plan, 'By name')
    assert.deepInclude(item, { targetId: flow, byName: true, action: 'update' })
    assert.equal(item.changes[0]!.field, 'steps.1')
    const done = await lab().promote(workflowId)
    assert.notEqual(itemOf(done, 'By name endpoint').targetId, wrong)
    // An existing workflow stays active.
    assert.isTrue((await lab().show(`workflows/${flow}`)).isActive)
    assert.isFalse(itemOf(await lab().plan(workflowId), 'By name').byName)
    const second = await lab().system('By name system', {}, 'production')
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'ambiguous_name')
    // The chosen counterpart is not paired with another row.
    const twin = await lab().chain('By name')
    const [taken] = (await lab().plan(twin.workflowId)).items
    assert.deepInclude(taken!, { targetId: second, byName: true, action: 'same' })
    await lab().system('By name system', {}, 'production')
    assert.include(codesOf(await lab().plan(twin.workflowId)), 'ambiguous_name')
  })

  // Red when carry() copies a literal host from the source.
  test('a literal host stays; a variable is promoted by name', async ({ assert }) => {
    const trial = { baseUrl: 'https://test.partner.example/v1' }
    const live = { baseUrl: 'https://partner.example/v1' }
    const { systemId, workflowId } = await lab().chain('Hosts', trial)
    const made = await lab().plan(workflowId)
    assert.include(codesOf(made), 'literal_host')
    const there = await lab().system('Hosts system', live, 'production')
    const kept = await lab().plan(workflowId)
    assert.equal(itemOf(kept, 'Hosts system').action, 'same')
    const [warning] = kept.warnings.filter(({ code }) => code === 'literal_host')
    assert.include(warning!.message, live.baseUrl)
    assert.include(warning!.message, trial.baseUrl)
    await lab().promote(workflowId)
    assert.equal((await lab().show(`systems/${there}`)).baseUrl, live.baseUrl)
    await lab().change(`systems/${systemId}`, { baseUrl: 'https://{variables.PARTNER}/v1' })
    const plan = await lab().plan(workflowId)
    assert.deepEqual(itemOf(plan, 'Hosts system').changes, [
      { field: 'baseUrl', from: live.baseUrl, to: 'https://{variables.PARTNER}/v1' },
    ])
    assert.deepEqual(codesOf(plan), ['variable_missing'])
    await lab().app.ok('POST', '/api/environments/production/variables', {
      as: lab().tenant.admin,
      body: { name: 'PARTNER', value: 'partner.example' },
    })
    assert.deepEqual(codesOf(await lab().plan(workflowId)), [])
    await lab().promote(workflowId)
    const named = 'https://{variables.PARTNER}/v1'
    assert.equal((await lab().show(`systems/${there}`)).baseUrl, named)
    await lab().change(`systems/${systemId}`, trial)
    await lab().promote(workflowId)
    assert.equal((await lab().show(`systems/${there}`)).baseUrl, named)
  })

  test('the feed shows it with names, and the list shows who did what', async ({ assert }) => {
    const { workflowId } = await lab().chain('Stated')
    const { id } = await lab().promote(workflowId)
    await lab().feedShows('Promoted Stated from development to Production')
    const [newest] = await lab().promotions()
    assert.deepInclude(newest!, { id, plan: null, undoneAt: null })
    const one = await lab().app.ok<object>('GET', `/api/environments/production/promotions/${id}`, {
      as: lab().tenant.editor,
    })
    assert.deepInclude(one, { id })
    const elsewhere = await lab().promotions('development')
    assert.isFalse(elsewhere.some((other) => other.id === id))
  })
})
