// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { choose, saved } from './support/files.js'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const password = 'open sesame 9'
const phone = { width: 390, height: 844 }

journeys('Journey: sharing files', (stage, group) => {
  let as: Caller
  group.setup(async () => void (as = await makeTenant(stage.server, 'acme')))

  test('a link is created, used with its password up to its limit, and revoked', async ({
    assert,
  }) => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets')
    await choose(page, { name: 'plan.txt', content: 'the plan' })
    await sees(page.getByText('Uploads finished'))

    const share = async (limit: string) => {
      await visit.choose('plan.txt', 'Share...')
      const dialog = visit.dialog('Share "plan.txt"')
      await dialog.getByRole('button', { name: /^(Options|Create another link)$/ }).click()
      await dialog.getByLabel('Password').fill(password)
      await dialog.getByRole('textbox', { name: 'Download limit' }).fill(limit)
      await dialog.getByRole('button', { name: 'Create link and copy it' }).click()
      await gone(dialog.getByRole('textbox', { name: 'Download limit' }))
      const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
      await page.keyboard.press('Escape')
      await gone(dialog)
      return new URL(url).pathname
    }

    const link = await share('1')
    const refusals = [`403 POST ${link}`, `404 GET ${link}`]
    const { page: seen } = await stage.visit({ viewport: phone, refusals })
    await seen.goto(link)
    await sees(seen.getByRole('heading', { name: 'This link has a password' }))
    await seen.getByLabel('Password').fill('open sesame 8')
    await seen.getByRole('button', { name: 'Open' }).click()
    await sees(seen.getByText('That is not the password. Try again.'))
    await seen.getByLabel('Password').fill(password)
    await seen.getByRole('button', { name: 'Open' }).click()
    await sees(seen.getByRole('heading', { name: 'plan.txt' }))
    await sees(seen.getByText('Downloads left when this page was opened: 1.'))
    const width = await seen.evaluate(() => document.documentElement.scrollWidth)
    assert.isAtMost(width, phone.width)
    const download = seen.getByRole('link', { name: 'Download' })
    // A browser may restart an interrupted download once.
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await saved(seen, () => download.click()), {
        name: 'plan.txt',
        content: 'the plan',
      })
    }
    await seen.reload()
    await sees(seen.getByRole('heading', { name: 'Nothing here' }))

    await page.goto('/shares')
    await sees(visit.row('plan.txt').getByText('1 of 1'))
    await sees(visit.row('plan.txt').getByText('Used up'))

    await page.goto('/assets')
    const other = await share('5')
    const { page: later } = await stage.visit({ refusals: [`404 GET ${other}`] })
    await later.goto(other)
    await later.getByLabel('Password').fill(password)
    await later.getByRole('button', { name: 'Open' }).click()
    await sees(later.getByRole('heading', { name: 'plan.txt' }))
    await page.goto('/shares?filter={"status":"active"}')
    await visit.choose('plan.txt', 'Revoke')
    await visit.dialog('Revoke plan.txt?').getByRole('button', { name: 'Revoke' }).click()
    await visit.toast('Link revoked')
    await later.reload()
    await sees(later.getByRole('heading', { name: 'Nothing here' }))
  })

  test('a folder is shared with two clicks, and downloaded as one zip', async ({ assert }) => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/assets')
    await visit.button('New folder').click()
    const dialog = visit.dialog('New folder')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Papers')
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    await gone(dialog)
    await page.getByRole('link', { name: 'Papers', exact: true }).hover()
    await page.getByRole('button', { name: 'Share Papers' }).click()
    const popover = visit.dialog('Share "Papers"')
    await popover.getByRole('switch', { name: 'Anyone with the link' }).click()
    await sees(popover.getByRole('button', { name: 'Copied' }))
    const url = await page.evaluate(() => navigator.clipboard.readText())
    await page.keyboard.press('Escape')
    await gone(popover)
    await page.getByRole('link', { name: 'Papers', exact: true }).click()
    await choose(page, { name: 'packing-list.txt', content: 'two pallets' })
    await sees(page.getByText('Uploads finished'))

    const { page: seen } = await stage.visit({ viewport: phone, javaScript: false })
    await seen.goto(new URL(url).pathname)
    await sees(seen.getByRole('heading', { name: 'Papers' }))
    await sees(seen.getByText('1 file, 11 B'))
    const download = seen.getByRole('link', { name: 'Download all' })
    const { name } = await saved(seen, () => download.click())
    assert.equal(name, 'Papers.zip')
  })

  test('files are uploaded through a link that does not show the folder', async () => {
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets')
    await visit.button('New folder').click()
    const dialog = visit.dialog('New folder')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Inbox')
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    await gone(dialog)
    await visit.choose('Inbox', 'Share...')
    const form = visit.dialog('Share "Inbox"')
    await form.getByRole('button', { name: 'Options' }).click()
    await form.getByRole('radio', { name: 'Only upload files' }).check()
    await form.getByRole('button', { name: 'Create link and copy it' }).click()
    await gone(form.getByRole('radio', { name: 'Only upload files' }))
    const url = await form.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')

    const { pathname } = new URL(url)
    const refusals = [`cut POST ${pathname}/files`]
    const { page: seen } = await stage.visit({ viewport: phone, refusals })
    await seen.goto(pathname)
    const upload = async () => {
      await seen
        .getByLabel('Files')
        .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('scan') })
      await seen.getByRole('button', { name: 'Upload' }).click()
    }
    await seen.route('**/files', (route) => route.abort(), { times: 1 })
    await upload()
    await sees(seen.getByText('The connection was lost. Try again.'))
    await seen.getByRole('button', { name: 'Retry scan.txt' }).click()
    await sees(seen.getByText('Arrived, 4 B'))
    await upload()
    await sees(seen.getByText('Arrived as scan (2).txt'))
    await sees(seen.getByText('Files arrived: 2 of 2'))
    await page.goto('/assets')
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await sees(page.getByRole('link', { name: 'scan (2).txt', exact: true }))
  }).tags(['long'])
})
