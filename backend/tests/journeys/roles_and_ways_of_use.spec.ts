// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright-core'
import type { Caller } from '@crossdock/backend/testing'
import { choose, drop } from './support/files.js'
import { accessibilityProblems } from './support/page_checks.js'
import { makeColleague, makeTenant, mailedCode, post, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

const email = 'admin@acme.example'
const phone = { width: 390, height: 844 }

/** Presses Tab until this element has the focus, like a person without a mouse. */
async function tabTo(page: Page, locator: Locator): Promise<void> {
  await sees(locator)
  const isFocused = () => locator.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`60 presses of Tab did not reach ${locator}.`)
}

journeys('Journey: roles and ways of use', (stage, group) => {
  let admin: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
    const form = new FormData()
    form.set('file', new Blob(['for all to read']), 'notice.txt')
    await post(stage.server, admin, '/api/assets', form)
    await post(stage.server, admin, '/api/integrations/systems', {
      name: 'Tidewater',
      systemType: 'api',
      baseUrl: 'https://tidewater.example',
      authType: 'bearer',
      authConfig: {},
      capabilities: ['send'],
    })
  })

  test('a viewer can read, and sees no write actions', async ({ assert }) => {
    const as = await makeColleague(stage.server, admin, 'acme', 'viewer')
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/dashboard')
    await sees(visit.heading('Dashboard'))
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const entries = await menu.allInnerTexts()
    assert.includeMembers(entries, ['Dashboard', 'Assets'])
    assert.notIncludeMembers(entries, ['Tenants', 'Integrations', 'Environments'])
    assert.equal(await page.getByText('System Administration').count(), 0)

    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await sees(visit.row('notice.txt'))
    for (const name of ['New folder', 'Upload']) assert.equal(await visit.button(name).count(), 0)
    await visit.button('Actions for notice.txt').click()
    const actions = page.getByRole('menuitem')
    await sees(actions.first())
    assert.deepEqual(await actions.allInnerTexts(), ['Download', 'Details', 'Versions'])
    await page.keyboard.press('Escape')
    await drop(page, [{ name: 'not-mine.txt', content: 'x' }], async () => {
      assert.equal(await page.getByText('Drop files to upload').count(), 0)
    })
    assert.equal(await page.getByText('not-mine.txt').count(), 0)

    for (const path of ['/tenants', '/integrations']) {
      await page.goto(path)
      await sees(visit.heading('Access Denied'))
    }
  }).tags(['long'])

  test('an editor changes files, and only sees systems', async ({ assert }) => {
    const as = await makeColleague(stage.server, admin, 'acme', 'editor')
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets')
    await choose(page, { name: 'from-editor.txt', content: 'mine' })
    await sees(visit.row('from-editor.txt'))
    await page.goto('/integrations')
    const card = page.getByRole('article', { name: 'Tidewater' })
    await sees(card)
    for (const name of ['Add System', 'Edit Tidewater', 'Delete Tidewater']) {
      assert.equal(await visit.button(name).count(), 0, name)
    }
    await card.getByRole('link').click()
    await sees(page.getByText('No endpoints configured yet.'))
    assert.equal(await page.getByRole('button', { name: /Endpoint$/ }).count(), 0)
    await page.goto('/integrations?tab=workflows')
    await sees(page.getByText('No workflows configured yet'))
    assert.equal(await visit.button('Create Workflow').count(), 0)
  }).tags(['long'])

  test('without a mouse: sign in, go to Assets, create a folder', async ({ assert }) => {
    const visit = await stage.visit()
    const { page } = visit
    const { keyboard } = page
    await page.goto('/login')
    await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
    await keyboard.type(email)
    await tabTo(page, page.getByRole('textbox', { name: 'Organization' }))
    await keyboard.type('acme')
    const code = await mailedCode(stage.server, email, () => keyboard.press('Enter'))
    await tabTo(page, page.getByRole('textbox', { name: 'Verification code' }))
    await keyboard.type(code)
    await keyboard.press('Enter')
    await sees(visit.heading('Dashboard'))

    await page.reload()
    await sees(visit.heading('Dashboard'))
    await keyboard.press('Tab')
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
    await keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'main')
    await page.reload()
    await tabTo(page, page.getByRole('link', { name: 'Assets', exact: true }))
    await keyboard.press('Enter')
    await sees(visit.heading('Asset Management'))
    await page.waitForFunction(() => document.activeElement?.id === 'main')

    const opener = visit.button('New folder')
    await tabTo(page, opener)
    await keyboard.press('Enter')
    const dialog = visit.dialog('New folder')
    await sees(dialog)
    await keyboard.press('Escape')
    await gone(dialog)
    assert.isTrue(await opener.evaluate((element) => element === document.activeElement))
    await keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
    await keyboard.type('Made by hand')
    await keyboard.press('Enter')
    await gone(dialog)
    await sees(page.getByRole('link', { name: 'Made by hand' }))

    await tabTo(page, visit.button('Actions for Made by hand'))
    await keyboard.press('Enter')
    await sees(page.getByRole('menuitem', { name: 'Move to trash' }))
    await keyboard.press('End')
    await keyboard.press('Enter')
    await sees(page.getByText('Made by hand was moved to the trash'))
  })

  test('on a phone the navigation is a drawer', async ({ assert }) => {
    const visit = await stage.visit({ as: admin, viewport: phone })
    const { page } = visit
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await page.goto('/dashboard')
    await sees(visit.heading('Dashboard'))
    await gone(navigation)
    await tabTo(page, visit.button('Open menu'))
    await page.keyboard.press('Enter')
    await sees(navigation)
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Escape')
    await gone(navigation)
    await visit.button('Open menu').click()
    await navigation.getByRole('link', { name: 'Integrations' }).click()
    await sees(visit.heading('Integrations'))
    await gone(navigation)
  })

  test('the chosen theme stays after a reload and after signing out', async ({ assert }) => {
    // Requests of the page itself may still be in flight.
    const visit = await stage.visit({ as: admin, refusals: ['401 GET /api/flow-executions/stats'] })
    const { page } = visit
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.goto('/dashboard')
    await sees(visit.heading('Dashboard'))
    const light = await background()
    await visit.button('Switch to dark theme').click()
    await sees(visit.button('Switch to light theme'))
    const dark = await background()
    assert.notEqual(dark, light)
    await page.reload()
    await sees(visit.button('Switch to light theme'))
    assert.equal(await background(), dark)

    await page.getByRole('button', { name: /user menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await sees(visit.heading('Sign in to Crossdock'))
    assert.equal(await background(), dark)
    await visit.button('Switch to light theme').click()
    await page.reload()
    await sees(visit.button('Switch to dark theme'))
    assert.equal(await background(), light)
  }).tags(['long'])

  // Red when the console's store writes only to this browser, or forgets at sign-out.
  test("a person's settings appear in their other browser", async () => {
    const before = await stage.visit({ as: await signIn(stage.server, email, 'acme') })
    const column = ({ page }: Visit) => page.getByRole('columnheader', { name: 'Endpoints' })
    await before.page.goto('/integrations?layout=table')
    // The theme of the previous test, which ended with a sign-out.
    await sees(before.button('Switch to light theme'))
    await sees(column(before))
    await before.button('Columns').click()
    await before.page.getByRole('menuitemcheckbox', { name: 'Endpoints' }).click()
    await before.page.keyboard.press('Escape')
    await gone(column(before))
    await before.page.getByRole('button', { name: /user menu$/ }).click()
    await before.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await sees(before.heading('Sign in to Crossdock'))

    const after = await stage.visit({ as: await signIn(stage.server, email, 'acme') })
    await after.page.goto('/integrations?layout=table')
    await sees(after.page.getByRole('columnheader', { name: 'Status' }))
    await gone(column(after))
  }).tags(['long'])
})
