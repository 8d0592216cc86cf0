// onOneDatabase: about the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
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

  // Red when a contract does not sync both ways, or a merged text is not what both sides get.
  test('a contract is made, syncs, and its conflict is merged', async ({ assert }) => {
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
    await visit.select(form, /^Schedule/, 'Only by hand')
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
})
