// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { choose } from './support/files.js'
import { makeTenant, post } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

journeys('Journey: browsing files', (stage, group) => {
  let as: Caller
  group.setup(async () => void (as = await makeTenant(stage.server, 'browsing')))

  const makeFolder = (name: string, parentId: string | null = null) =>
    post(stage.server, as, '/api/assets', { name, type: 'folder', parentId })
  const node = ({ page }: Visit, name: string) => page.getByRole('treeitem', { name, exact: true })

  test('through the tree, with drag and drop and undo', async () => {
    const quay = await makeFolder('Quay 4')
    await makeFolder('Night shift', quay.id)
    const visit = await stage.visit({ as, viewport: { width: 1440, height: 900 } })
    const { page } = visit
    await page.goto('/assets')
    await choose(page, { name: 'berth.txt', content: '4' }, { name: 'crane.txt', content: '7' })
    await sees(page.getByText('Uploads finished'))
    await page.getByRole('treeitem', { name: 'Quay 4' }).focus()
    await page.keyboard.press('ArrowRight')
    await sees(node(visit, 'Night shift'))

    for (const name of ['berth.txt', 'crane.txt'])
      await visit.row(name).getByRole('checkbox').check()
    await visit.row('crane.txt').dragTo(node(visit, 'Night shift'))
    await sees(page.getByText('2 items were moved to Night shift'))
    await gone(visit.row('crane.txt'))
    await node(visit, 'Night shift').click()
    await sees(visit.heading('Night shift'))
    await sees(visit.row('berth.txt'))

    const path = page.getByRole('navigation', { name: 'Folder path' })
    await visit.row('berth.txt').dragTo(path.getByRole('link', { name: 'Quay 4' }))
    await sees(page.getByText('berth.txt was moved to Quay 4'))
    await gone(visit.row('berth.txt'))
    await page.keyboard.press('Control+z')
    await sees(visit.row('berth.txt'))
    // Another person renames the open folder: the tree and the path follow.
    const body = { name: 'Quay 5' }
    await call(stage.server.url, 'PUT', `/api/assets/${quay.id}`, { as, body })
    await sees(node(visit, 'Quay 5'))
    await sees(path.getByRole('link', { name: 'Quay 5' }))
  }).tags(['long'])

  test('by keyboard alone: created, renamed, moved, deleted and restored', async () => {
    const visit = await stage.visit({ as })
    const { page } = visit
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = (name: string) =>
      page.waitForFunction((wanted) => document.activeElement?.textContent?.includes(wanted), name)
    const make = async (name: string) => {
      await page.goto('/assets?new=folder')
      await sees(visit.dialog('New folder'))
      await page.keyboard.type(name)
      await press('Enter')
      await gone(visit.dialog('New folder'))
      await sees(visit.row(name))
    }
    await make('Zebra')
    await make('Yards')
    await press('j')
    await page.keyboard.type('z')
    await focused('Zebra')
    await press('F2')
    await sees(visit.dialog('Rename'))
    await page.keyboard.type('Zones')
    await press('Enter')
    await sees(visit.row('Zones'))
    await gone(visit.dialog('Rename'))
    await focused('Zones')

    await press('Control+x')
    await visit.toast('1 item was cut')
    await page.keyboard.type('y')
    await focused('Yards')
    await press('Enter')
    await sees(visit.heading('Yards'))
    await sees(page.getByText('This folder is empty'))
    await press('Control+v')
    await sees(visit.row('Zones'))
    await press('j')
    await focused('Zones')
    await press('Delete')
    await sees(page.getByText('Zones was moved to the trash'))
    await sees(page.getByText('This folder is empty'))
    await press('Control+z')
    await sees(visit.row('Zones'))
    await press('Backspace')
    await sees(visit.heading('Asset Management'))
  }).tags(['long'])

  test('two versions of a text, side by side', async ({ assert }) => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets')
    await choose(page, { name: 'tariff.txt', content: 'Ghent 120\nGdansk 140\n' })
    await sees(visit.row('tariff.txt').getByText('v1', { exact: true }))
    await choose(page, { name: 'tariff.txt', content: 'Ghent 120\nGdansk 155\nRiga 99\n' })
    await sees(visit.row('tariff.txt').getByText('v2', { exact: true }))
    await page.getByRole('link', { name: 'tariff.txt', exact: true }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await sees(details.getByText('Uploaded tariff.txt').or(details.getByText(/tariff/)))
    await details.getByRole('button', { name: 'Compare version 1 with the current one' }).click()
    const compared = visit.dialog('Compare versions of tariff.txt')
    await sees(compared.getByText('Lines added: 2, removed: 1'))
    await page.reload()
    await sees(compared.getByText('Lines added: 2, removed: 1'))
    await compared.getByRole('button', { name: 'Close' }).click()
    await gone(compared)
    assert.match(page.url(), /details=/)
    await details.getByRole('button', { name: 'Close details' }).click()
    await gone(details)
  }).tags(['long'])
})
