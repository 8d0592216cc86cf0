// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import type { Page } from 'playwright-core'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

/** Moves the clock of the page by seconds. After each one it waits for the calls that the page made. */
async function passes(page: Page, seconds: number, settled: () => Promise<void>): Promise<void> {
  for (let at = 0; at < seconds; at++) {
    await page.clock.runFor(1_000)
    await settled()
  }
}

journeys('Journey: a proxy cuts the stream', (stage, group) => {
  let admin: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
  })

  // Red when a cut stream counts as an outage of the server, a reconnection reads everything again, or the console does not poll.
  for (const how of ['before it begins', 'after its first words'] as const) {
    test(`cut ${how}, the console requests each resource at most three times in half a minute`, async ({
      assert,
    }) => {
      const visit = await stage.visit({ as: admin, refusals: ['cut GET /api/events/stream'] })
      const { page } = visit
      const asked = new Map<string, number>()
      let open = 0
      page.on('request', (request) => {
        open += 1
        const { pathname, search } = new URL(request.url())
        if (!pathname.startsWith('/api/')) return
        const what = `${request.method()} ${pathname}${search}`
        asked.set(what, (asked.get(what) ?? 0) + 1)
      })
      page.on('requestfinished', () => void (open -= 1))
      page.on('requestfailed', () => void (open -= 1))
      await page.route('**/api/events/stream', (route) =>
        how === 'before it begins'
          ? route.abort('connectionreset')
          : route.fulfill({
              contentType: 'text/event-stream',
              body: 'id: 1\nevent: reset\ndata: {}\n\n',
            })
      )
      const settled = async () => {
        do await page.evaluate(() => undefined)
        while (open > 0)
      }
      await page.clock.install()
      for (const path of ['/dashboard', '/integrations?tab=activity', '/assets']) {
        await page.goto(path)
        await sees(page.getByRole('heading', { level: 1 }))
        await settled()
        asked.clear()
        await passes(page, 30, settled)
        assert.isAbove(asked.get('GET /api/events/stream') ?? 0, 0, path)
        const often = [...asked].filter(([, times]) => times > 3)
        assert.deepEqual(
          often.filter(([what]) => !what.endsWith('/events/stream')),
          [],
          path
        )
        assert.isAtMost(asked.get('GET /api/events/stream')!, 6, path)
        assert.equal(await page.getByText(/Retrying/).count(), 0, path)
        asked.clear()
        await passes(page, 40, settled)
        const list = path === '/dashboard' ? '/api/dashboard/' : '/api/assets?'
        if (!path.includes('tab'))
          assert.isTrue(
            [...asked.keys()].some((what) => what.startsWith(`GET ${list}`)),
            `${path}: ${[...asked.keys()]}`
          )
      }
    }).tags(['long'])
  }
})
