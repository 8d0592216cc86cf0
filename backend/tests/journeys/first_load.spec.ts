// onOneDatabase: it tests the console in a browser
import type { Dashboard } from '@crossdock/client'
import type { Caller } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import type { Page, Request } from 'playwright-core'
import { makeColleague, makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

const stream = '/api/events/stream'

journeys('Journey: the first load', (stage, group) => {
  let admin: Caller
  let viewer: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
    viewer = await makeColleague(stage.server, admin, 'acme', 'viewer')
  })

  /** The API requests of this page before it follows events, which may cause it to read again. */
  function asked(page: Page) {
    const requests: Request[] = []
    let follows = false
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      follows ||= pathname === stream
      if (pathname.startsWith('/api/') && !follows) requests.push(request)
    })
    return {
      requests,
      paths: () => requests.map((request) => new URL(request.url()).pathname.slice('/api/'.length)),
    }
  }
  const answerOf = async (page: Page) =>
    (await (
      await page.waitForResponse((one) => one.url().endsWith('/api/dashboard'))
    ).json()) as Dashboard
  /** The stream opens after all visible parts have requested their data. */
  const streams = (page: Page) =>
    page.waitForResponse((one) => new URL(one.url()).pathname === stream)
  const metrics = (page: Page) =>
    page.waitForResponse((one) => one.url().endsWith('/api/dashboard/metrics'))
  const shown = (page: Page) => sees(page.getByRole('heading', { name: 'Dashboard' }))

  // Red when start.js sends no request, or the console does not use its answer: everything is then read twice.
  test('the dashboard comes in one answer, requested before the console has loaded', async ({
    assert,
  }) => {
    for (const as of [admin, viewer]) {
      const { page } = await stage.visit({ as })
      const { requests, paths } = asked(page)
      const came = Promise.all([answerOf(page), streams(page)])
      await page.goto('/dashboard')
      const [{ parts }] = await came
      await shown(page)
      assert.sameMembers(paths().slice(0, 2), ['auth/me', 'dashboard'])
      for (const path of ['auth/me', 'dashboard', ...parts.map((part) => part.path)]) {
        const times = paths().filter((one) => one === path).length
        assert.equal(times, path === 'auth/me' || path === 'dashboard' ? 1 : 0, path)
      }
      const [first] = requests
      assert.equal(await first!.headerValue('accept-language'), 'en')
    }
  })

  // Red when start.js sends a request without a session: each visit of a stranger would then cause a refusal.
  test('strangers and other screens request no dashboard', async ({ assert }) => {
    for (const as of [undefined, admin]) {
      const { page } = await stage.visit({ as })
      const { paths } = asked(page)
      const settled = as ? streams(page) : page.waitForURL(/login/)
      await page.goto(as ? '/assets' : '/dashboard')
      await settled
      await sees(page.getByRole('heading', { level: 1 }))
      assert.notInclude(paths(), 'dashboard')
      assert.lengthOf(
        paths().filter((path) => path === 'auth/me'),
        1
      )
    }
  }).tags(['long'])

  // Red when the early answer is shown to the person who is signed in by then.
  test('an answer for another person is not shown', async ({ assert }) => {
    const { page } = await stage.visit({ as: admin })
    await page.route('**/api/dashboard', async (route) => {
      const answer = await (await route.fetch()).json()
      const parts = (answer as Dashboard).parts.map((part) =>
        part.path === 'dashboard/metrics'
          ? { ...part, body: { totalAssets: 4711, systemStatus: 'operational' } }
          : part
      )
      await route.fulfill({ json: { ...answer, userId: crypto.randomUUID(), parts } })
    })
    const own = metrics(page)
    const open = streams(page)
    await page.goto('/dashboard')
    await shown(page)
    await Promise.all([own, open])
    assert.equal(await page.getByText('4,711').count(), 0)
  }).tags(['long'])

  // Red when the console waits for the early answer without a limit.
  test('a hanging answer does not delay the console', async () => {
    const { page } = await stage.visit({ as: admin })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/dashboard', async (route) => {
      await promise
      await route.abort('aborted')
    })
    const own = metrics(page)
    await page.goto('/dashboard')
    await shown(page)
    await own
    resolve()
  }).tags(['long'])
})
