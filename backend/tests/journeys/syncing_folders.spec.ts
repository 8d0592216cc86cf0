// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { until, type Caller } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { TestAgent } from '../../../plugins/agents/tests/agent_lab.js'
import { FakeFolder } from '../../../plugins/sync/tests/fake_agent.js'
import { makeTenant, post } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const prices = ['article;price', 'A-1001;12.40', 'A-1002;8.95', ''].join('\n')

journeys('Journey: syncing folders', (stage, group) => {
  let admin: Caller
  group.setup(async () => void (admin = await makeTenant(stage.server, 'acme')))

  const folder = (name: string) =>
    post(stage.server, admin, '/api/assets', { name, type: 'folder' })
  const file = (name: string, content: string, parentId: string) => {
    const form = new FormData()
    form.set('parentId', parentId)
    form.set('file', new Blob([content], { type: 'text/csv' }), name)
    return post(stage.server, admin, '/api/assets', form)
  }
  const change = async (id: string, content: string) => {
    const path = `/api/assets/${id}/content`
    const headers = { 'content-type': 'text/csv' }
    const { status } = await call(stage.server.url, 'PUT', path, {
      as: admin,
      body: content,
      headers,
    })
    if (status !== 200) throw new Error(`The file was not changed: ${status}`)
  }
  const inFolder = async (name: string) => {
    const get = async (filter: object) => {
      const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`
      const { body } = await call<{ id: string; name: string }[]>(
        stage.server.url,
        'GET',
        `/api/assets?${query}`,
        { as: admin }
      )
      return body
    }
    const parentId = (await get({ parentId: null })).find((one) => one.name === name)?.id
    return parentId ? get({ parentId }) : []
  }
  const textOf = async (id: string) =>
    await (
      await fetch(`${stage.server.url}/api/assets/${id}/content`, { headers: admin.headers })
    ).text()

  // Red when a contract does not sync both ways, or both sides do not get the merged text.
  test('a contract is created, syncs, and its conflict is merged', async ({ assert }) => {
    const sales = await folder('Sales')
    const original = await file('prices.csv', prices, sales.id)
    await file('notes.tmp', 'draft', sales.id)

    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/sync-contracts')
    await sees(page.getByText('No sync contracts'))
    await visit.button('Create contract').first().click()
    const form = visit.dialog('Create Sync Contract')
    await form.getByRole('textbox', { name: /^Name/ }).fill('Price lists')
    await visit.select(form, /^Source Type/, 'Asset folder')
    await form.getByRole('textbox', { name: /^Source Path/ }).fill('/Sales')
    await form.getByRole('textbox', { name: /^Target Path/ }).fill('/Warehouse')
    await form.getByRole('textbox', { name: /^Exclude Patterns/ }).fill('*.tmp')
    await visit.select(form, /^Conflict Resolution/, 'Manual')
    await form.getByRole('switch', { name: 'Bidirectional' }).click()
    await form.getByRole('button', { name: 'Preview' }).click()
    await sees(form.getByText(/^The first sync would add 1 file/))
    await form.getByRole('button', { name: /^More/ }).click()
    await visit.select(form, /^Schedule/, 'Only manually')
    await form.getByRole('button', { name: 'Create Contract' }).click()
    await visit.toast('Sync contract created successfully')

    const card = page.getByRole('article', { name: 'Price lists' })
    await sees(card.getByText('Never synced'))
    await visit.button('Sync Now: Price lists').click()
    await visit.toast('Sync triggered successfully')
    await sees(card.getByText('Healthy'))
    assert.deepEqual(
      (await inFolder('Warehouse')).map(({ name }) => name),
      ['prices.csv']
    )

    await card.getByRole('link', { name: 'View Details of Price lists' }).click()
    await sees(page.getByText('1 new'))
    await sees(page.getByText('notes.tmp'))
    const why = page.getByRole('textbox', { name: /^Why is a file not in sync/ })
    await why.fill('notes.tmp')
    await why.press('Enter')
    await sees(page.getByRole('status').filter({ hasText: '*.tmp' }))

    const copy = (await inFolder('Warehouse'))[0]!
    await change(original.id, prices.replace('12.40', '13.00'))
    await change(copy.id, prices.replace('8.95', '9.10'))
    await visit.button('Preview').click()
    await sees(page.getByText('1 conflict'))
    await visit.button('Sync Now').click()
    await sees(page.getByText('1 file was changed on both sides.'))
    await page.getByRole('link', { name: 'Resolve' }).click()
    await page.getByRole('link', { name: 'prices.csv' }).click()
    await sees(visit.heading('prices.csv'))
    const line = (number: number) =>
      page.getByRole('group', { name: `Line ${number}` }).getByRole('button')
    await line(2).first().click()
    await line(3).last().click()
    await visit.button('Save merged text').click()
    await visit.toast('Conflict resolved')
    await sees(page.getByText(/merged the text/))

    await page.goto('/sync-contracts')
    await gone(card.getByText('1 conflict'))
    const merged = prices.replace('12.40', '13.00').replace('8.95', '9.10')
    await sees(card.getByText('Healthy'))
    await visit.button('Sync Now: Price lists').click()
    await visit.toast('Sync triggered successfully')
    await sees(card.getByText(/^Up to date/))
    assert.equal(await textOf(original.id), merged)
    assert.equal(await textOf(copy.id), merged)

    await visit.choose('Price lists', 'Pause')
    await visit.toast('Sync contract paused')
    await sees(card.getByText('Inactive', { exact: true }))
    assert.isTrue(await visit.button('Sync Now: Price lists').isDisabled())
    await visit.choose('Price lists', 'Delete')
    await visit.dialog('Delete Price lists?').getByRole('button', { name: 'Delete' }).click()
    await visit.toast('Sync contract deleted')
    await sees(page.getByText('No sync contracts'))
  })

  // Red when an empty list, a missing field or a lost change is not reported.
  test('missing values are reported, and a contract is changed', async ({ assert }) => {
    const visit = await stage.visit({
      as: admin,
      refusals: ['404 GET /api/sync-contracts/gone', '404 GET /api/sync-contracts/conflicts/gone'],
    })
    const { page } = visit
    await page.goto('/sync-contracts')
    await sees(page.getByText('No sync contracts'))
    await page.getByRole('tab', { name: 'Folder Bindings' }).click()
    await sees(page.getByText('No folder bindings'))
    await page.getByRole('tab', { name: 'Conflicts' }).click()
    await sees(page.getByText('No active conflicts'))
    await visit.button('Resolved').click()
    await sees(page.getByText('No resolved conflicts'))

    await visit.button('Create contract').click()
    const form = visit.dialog('Create Sync Contract')
    await form.getByRole('button', { name: 'Create Contract' }).click()
    for (const said of ['Enter a name', 'Enter a source path', 'Enter a target path'])
      await sees(form.getByText(said))
    await form.getByRole('textbox', { name: /^Name/ }).fill('Forms')
    await form.getByRole('textbox', { name: /^Source Path/ }).fill('/srv/forms')
    await form.getByRole('textbox', { name: /^Target Path/ }).fill('Forms')
    await sees(form.getByText('The path of an asset folder begins with a slash'))
    await form.getByRole('textbox', { name: /^Target Path/ }).fill('/Forms')
    await page.keyboard.press('Escape')
    await visit.button('Keep editing').click()
    await form.getByRole('button', { name: 'Create Contract' }).click()
    await visit.toast('Sync contract created successfully')
    await page.getByRole('tab', { name: 'Contracts' }).click()
    const card = page.getByRole('article', { name: 'Forms' })
    await sees(card.getByText(/^There is no desktop agent yet/))

    await visit.button('Edit Forms').click()
    const edit = visit.dialog('Edit Sync Contract')
    await edit.getByRole('textbox', { name: /^Description/ }).fill('Forms of all sites')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await visit.toast('Sync contract updated successfully')
    await sees(card.getByText('Forms of all sites'))
    await page.getByRole('searchbox', { name: 'Search by name or path' }).fill('nothing like it')
    await sees(page.getByText('No sync contracts match your filters'))
    await page.goto('/sync-contracts?tab=bindings')
    await sees(visit.row('/srv/forms').getByText('Source', { exact: true }))
    assert.equal(await page.getByRole('row').count(), 3)
    await page.goto('/sync-contracts')
    await visit.choose('Forms', 'Delete')
    await visit.dialog('Delete Forms?').getByRole('button', { name: 'Delete' }).click()
    await visit.toast('Sync contract deleted')
    await page.goto('/sync-contracts/gone')
    await sees(page.getByText('There is no such sync contract'))
    await page.goto('/sync-contracts/conflicts/gone')
    await sees(page.getByText('There is no such conflict'))
  })

  // Red when a stopped run is released without review, a version that sync deleted is not restored, or an
  // offline computer is not named.
  test('a computer syncs, is stopped by a safety limit and goes offline', async ({
    assert,
    cleanup,
  }) => {
    const agent = await new TestAgent(stage.server.url, 'WS-DOCK-07').join(admin)
    cleanup(() => agent.leave())
    await agent.connect()
    const { id } = await post(stage.server, admin, '/api/sync-contracts', {
      name: 'Scans',
      sourceType: 'local_folder',
      sourceConfig: { path: '/srv/share/scans' },
      targetType: 'asset_folder',
      targetConfig: { path: '/Scans' },
      syncRules: { bidirectional: true, maxDeletions: 3 },
      conflictResolution: 'manual',
      scheduleConfig: { mode: 'manual' },
    })
    const desk = new FakeFolder(agent, id, 'source')
    for (let number = 1; number <= 9; number++) desk.put(`scan-${number}.csv`, `scan ${number}\n`)
    await desk.report()

    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto(`/sync-contracts/${id}`)
    await sees(page.getByText('No sync has run yet'))
    await sees(page.getByText('No file is skipped'))
    await sees(page.getByText(/^What sync replaces or deletes/))
    await visit.button('Sync Now').click()
    await visit.toast('Sync triggered successfully')
    // The agent has received its operations but has not started.
    await sees(visit.heading('In progress'))
    await visit.button('Stop').click()
    await visit.toast('Sync stopped')
    /** The agent works until the page shows that both sides are equal. */
    const works = () =>
      until('the contract to be healthy', async () => {
        await desk.work()
        return page.getByText('Healthy', { exact: true }).isVisible()
      })
    await visit.button('Sync Now').click()
    await works()
    assert.lengthOf(await inFolder('Scans'), 9)

    const deleted = (await inFolder('Scans')).filter(({ name }) => name !== 'scan-1.csv')
    for (const one of deleted)
      await call(stage.server.url, 'DELETE', `/api/assets/${one.id}`, { as: admin })
    await visit.button('Sync Now').click()
    await sees(page.getByText(/^Stopped before deleting 8 of 9 files\./))
    await sees(page.getByText('8 deleted'))
    await visit.button('Continue with 8 operations').click()
    await visit.toast('The sync continues')
    await works()
    assert.deepEqual(Object.keys(desk.tree()), ['scan-1.csv'])
    await page.reload()
    await page.getByRole('link', { name: 'View all' }).click()
    await sees(visit.heading('Kept versions'))
    await visit.choose('scan-2.csv', 'Restore')
    await visit.toast('Version restored', '/Scans/scan-2.csv')
    await page.getByRole('searchbox', { name: 'Search by path' }).fill('nothing like it')
    await sees(page.getByText('No kept versions match your filters'))

    await page.goto(`/sync-contracts/${id}`)
    await until('the restored file on the computer', async () => {
      await desk.work()
      return desk.at('scan-2.csv') !== undefined
    })
    assert.sameMembers(Object.keys(desk.tree()), ['scan-1.csv', 'scan-2.csv'])
    agent.leave()
    await sees(page.getByText(/^WS-DOCK-07 is offline, last seen/))
    await visit.button('Pause').click()
    await visit.toast('Sync contract paused')
    await visit.button('Resume').click()
    await visit.toast('Sync contract resumed')
  })

  // Red when a choice keeps another version than the named one, or does not show who changed it.
  test('conflicts are resolved in each way', async ({ assert }) => {
    const left = await folder('Left')
    for (const name of ['one.csv', 'other.csv', 'both.csv']) await file(name, prices, left.id)
    const { id } = await post(stage.server, admin, '/api/sync-contracts', {
      name: 'Lists',
      sourceType: 'asset_folder',
      sourceConfig: { path: '/Left' },
      targetType: 'asset_folder',
      targetConfig: { path: '/Right' },
      conflictResolution: 'manual',
      scheduleConfig: { mode: 'manual' },
    })
    const run = () => post(stage.server, admin, `/api/sync-contracts/${id}/sync`, {})
    await run()
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto(`/sync-contracts/${id}`)
    await sees(page.getByText('3 new'))
    for (const { id: fileId } of await inFolder('Left'))
      await change(fileId, prices.replace('12.40', '1.00'))
    for (const { id: fileId } of await inFolder('Right'))
      await change(fileId, prices.replace('12.40', '2.00'))
    await run()
    await page.goto('/sync-contracts?tab=conflicts')
    await sees(visit.row('both.csv'))
    for (const [name, press] of [
      ['one.csv', 'Keep this one: /Left'],
      ['other.csv', 'Keep this one: /Right'],
      ['both.csv', 'Keep both'],
    ] as const) {
      await page.goto('/sync-contracts?tab=conflicts')
      await page.getByRole('link', { name }).click()
      await sees(page.getByText('Changed by admin@acme.example').first())
      await visit.button(press).click()
      await visit.toast('Conflict resolved')
    }
    await page.goto('/sync-contracts?tab=conflicts')
    await sees(page.getByText('No active conflicts'))
    await page.goto(`/sync-contracts/${id}`)
    await sees(page.getByText('Healthy', { exact: true }))
    const kept = async (name: string) => {
      const texts = await Promise.all(
        ['Left', 'Right'].map(async (place) => {
          const found = (await inFolder(place)).find((one) => one.name === name)
          return found ? /12.40|1.00|2.00/.exec(await textOf(found.id))?.[0] : undefined
        })
      )
      assert.equal(texts[0], texts[1])
      return texts[0]
    }
    await sees(page.getByText(/^Both sides are equal|^Preview shows/))
    assert.deepEqual(
      [await kept('one.csv'), await kept('other.csv'), await kept('both.csv')],
      ['1.00', '2.00', '1.00']
    )
    assert.equal(await kept('both (2).csv'), '2.00')
  })
})
