// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import type { Page } from 'playwright-core'
import { choose } from './support/files.js'
import { cookiesOf, mailedCode, makeColleague, makeTenant, post, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

const email = 'admin@acme.example'
const ended = 'Your session has ended'

/** Requests that the page sends itself get the same refusal as its person. */
const byItself = (status: number) => [
  ...['flow-executions/stats', 'events/stream', 'assets', 'notifications/unread', 'approvals'].map(
    (path) => `${status} GET /api/${path}`
  ),
  `${status} PUT /api/me/preferences`,
]

const typeFolder = async (visit: Visit, name: string) => {
  await visit.page.goto('/assets')
  await visit.button('New folder').click()
  await nameField(visit.page).fill(name)
}
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const submit = (visit: Visit) => visit.button('Create folder').click()

journeys('Journey: nothing entered is lost', (stage, group) => {
  let admin: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
  })

  test('the session ends while a person fills in a form', async ({ assert }) => {
    const as = await signIn(stage.server, email, 'acme')
    // Requests before the new sign-in, and those in flight during it.
    const refusals = ['401 POST /api/assets', ...byItself(401), ...byItself(409)]
    const visit = await stage.visit({ as, refusals })
    await typeFolder(visit, 'Quay 4')
    await visit.page.context().clearCookies({ name: 'crossdock_session' })
    await submit(visit)
    const question = visit.dialog(ended)
    await sees(question.getByText(email))
    await question.getByRole('button', { name: 'Close' }).click()
    await visit.toast(ended, 'Nothing was saved. Sign in and try again.', 'alert')
    assert.equal(await nameField(visit.page).inputValue(), 'Quay 4')

    await submit(visit)
    const code = await mailedCode(stage.server, email, () =>
      question.getByRole('button', { name: 'Email me a code' }).click()
    )
    // The last digit submits the form.
    await question.getByRole('textbox', { name: 'Verification code' }).fill(code)
    await visit.toast('Folder created', 'Quay 4')
    await sees(visit.page.getByRole('link', { name: 'Quay 4', exact: true }))
    await gone(question)
  }).tags(['long'])

  test('signing out in one tab affects the others', async () => {
    const as = await signIn(stage.server, email, 'acme')
    const visit = await stage.visit({ as })
    await visit.page.goto('/dashboard')
    const idle = await visit.page.context().newPage()
    await idle.goto('/assets')
    await sees(idle.getByRole('heading', { name: 'Asset Management', exact: true }))
    const typing = await visit.page.context().newPage()
    await typing.goto('/assets')
    await typing.getByRole('button', { name: 'New folder', exact: true }).click()
    await nameField(typing).fill('Quay 5')

    await visit.button('AD, user menu').click()
    await visit.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await visit.page.waitForURL('/login')
    await idle.waitForURL((url) => url.pathname === '/login')
    await sees(typing.getByRole('dialog', { name: ended }))
    await sees(typing.locator('input[value="Quay 5"]'))
  }).tags(['long'])

  // Red when calls do not name the session they belong to.
  test('a tab writes nothing for a person who signed in in another tab', async ({ assert }) => {
    const other = await makeColleague(stage.server, admin, 'acme', 'editor')
    const visit = await stage.visit({
      as: admin,
      refusals: ['409 POST /api/assets', ...byItself(409)],
    })
    const { page } = visit
    await typeFolder(visit, 'Quay 7')
    await page.context().addCookies(cookiesOf(other, stage.server.url))
    await submit(visit)
    const question = visit.dialog('Another sign-in has replaced yours in this browser')
    await sees(question)
    await question.getByRole('button', { name: 'Not now' }).click()
    assert.equal(await nameField(page).inputValue(), 'Quay 7')

    page.on('dialog', (dialog) => void dialog.accept())
    await visit.button('Reload').click()
    // The dialog has a URL, so it opens again: empty, and over the rest of the page.
    await sees(visit.dialog('New folder'))
    await sees(page.getByRole('button', { name: 'ED, user menu', includeHidden: true }))
    assert.equal(await nameField(page).inputValue(), '')
    await sees(page.getByText('This folder is empty').or(page.getByText('Quay 4', { exact: true })))
    assert.equal(await page.getByText('Quay 7').count(), 0)
  }).tags(['long'])

  // Red when the queue continues, or a call is repeated, for the next person who signs in in this tab.
  test("a person's uploads end when they sign out", async ({ assert }) => {
    const leaving = await signIn(stage.server, email, 'acme')
    await post(stage.server, leaving, '/api/users', { email: 'next@acme.example', role: 'editor' })
    const visit = await stage.visit({ as: leaving })
    const { page } = visit
    const road = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/api/assets', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent += 1
      await road.promise
      // A request that the page has canceled cannot continue.
      await route.continue().catch(() => undefined)
    })
    await page.goto('/assets')
    await choose(
      page,
      ...['a', 'b', 'c', 'd', 'e'].map((at) => ({ name: `own-${at}.txt`, content: at }))
    )
    await sees(page.getByText('Uploading 5 files, 0%'))
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await sees(visit.heading('Dashboard'))
    await visit.button('AD, user menu').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await visit.button('Stop uploads').click()
    await page.waitForURL('/login')

    await page.getByRole('textbox', { name: 'Email' }).fill('next@acme.example')
    await page.getByRole('textbox', { name: 'Organization' }).fill('acme')
    const code = await mailedCode(stage.server, 'next@acme.example', () =>
      visit.button('Send magic link').click()
    )
    // The person read the mail, and the page is loaded again.
    await page.reload()
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
    await page.waitForURL('/dashboard')
    road.resolve()
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await sees(visit.heading('Asset Management'))
    await sees(page.getByText('This folder is empty').or(page.getByText('Quay 4', { exact: true })))
    assert.equal(sent, 3)
    assert.equal(await page.getByText('own-').count(), 0)
  }).tags(['long'])

  test('Escape, Back and links ask before they discard input', async ({ assert }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await visit.button('New folder').click()
    await sees(visit.dialog('New folder'))
    await page.keyboard.press('Escape')
    await gone(visit.dialog('New folder'))

    await visit.button('New folder').click()
    await nameField(page).fill('Quay 6')
    await page.keyboard.press('Escape')
    await visit.dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
    await gone(visit.dialog('Discard changes?'))
    assert.equal(await nameField(page).inputValue(), 'Quay 6')

    await page.goBack({ waitUntil: 'commit' }).catch(() => null)
    await sees(visit.dialog('Discard changes?'))
    assert.include(page.url(), '/assets')
    await visit.button('Discard').click()
    // The dialog has its own URL: Back leads to the page below it.
    await page.waitForURL('/assets')
    await gone(visit.dialog('New folder'))
  }).tags(['long'])

  test('the server stops and starts again', async ({ assert }) => {
    const visit = await stage.visit({ as: admin, refusals: byItself(503) })
    const { page } = visit
    await page.goto('/assets')
    await sees(visit.heading('Asset Management'))
    await stage.server.stop()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await sees(page.getByText('Connection lost. Retrying…'))
    await stage.server.start()
    await gone(page.getByText('Connection lost. Retrying…'))
    await sees(page.getByText('Operational'))
    // Failed requests, including those for the screen's code, are the subject of this test.
    const isAbsence = (problem: string) =>
      /ERR_(CONNECTION_(REFUSED|RESET)|SOCKET_NOT_CONNECTED)|dynamically imported module/.test(
        problem
      )
    assert.isTrue(visit.problems.some(isAbsence))
    visit.problems.splice(0, Infinity, ...visit.problems.filter((one) => !isAbsence(one)))
  }).tags(['long'])
})
