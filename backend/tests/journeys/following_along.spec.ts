// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import type { Page, Request } from 'playwright-core'
import { makeTenant, post } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

const stream = '/api/events/stream'
const isStream = (request: Request) => new URL(request.url()).pathname === stream

journeys('Journey: following along', (stage, group) => {
  let admin: Caller
  group.setup(async () => {
    admin = await makeTenant(stage.server, 'acme')
  })

  /** A file arrives without an action in these windows. */
  const arrives = (name: string) => {
    const form = new FormData()
    form.set('file', new Blob([name], { type: 'text/plain' }), name)
    return post(stage.server, admin, '/api/assets', form)
  }
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

  // Red when a tab has its own stream, when the stream of the next tab starts from the beginning, or when a
  // list must be requested again.
  test('tabs share one stream, and another tab takes it over', async ({ assert }) => {
    const visit = await stage.visit({ as: admin })
    const { page: first } = visit
    const context = first.context()
    const asked: (string | undefined)[] = []
    context.on('request', (request) => {
      if (isStream(request)) asked.push(request.headers()['last-event-id'])
    })
    const open = context.waitForEvent('response', (answer) => isStream(answer.request()))
    await first.goto('/assets')
    await open
    const second = await context.newPage()
    const session = second.waitForResponse((answer) => answer.url().endsWith('/api/auth/me'))
    await second.goto('/assets')
    const { eventsFrom } = (await (await session).json()) as { eventsFrom: string }
    await sees(second.getByText('This folder is empty'))

    await arrives('wb-1.txt')
    await Promise.all([sees(link(first, 'wb-1.txt')), sees(link(second, 'wb-1.txt'))])
    assert.lengthOf(asked, 1)

    const taken = context.waitForEvent('response', (answer) => isStream(answer.request()))
    await first.close()
    // No tab may be listening at this moment.
    await arrives('wb-2.txt')
    await taken
    await arrives('wb-3.txt')
    await Promise.all([sees(link(second, 'wb-2.txt')), sees(link(second, 'wb-3.txt'))])
    assert.lengthOf(asked, 2)
    // The stream resumes after the last event of both tabs, not where the second tab started.
    assert.isString(asked[1])
    assert.notEqual(asked[1], eventsFrom)
  }).tags(['long'])

  // Red when another person's change removes what is being entered.
  test('a form that is being filled in stays unchanged', async ({ assert }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await arrives('draft.txt')
    await page.goto('/assets')
    await visit.choose('draft.txt', 'Rename')
    const field = visit.dialog('Rename').getByRole('textbox', { name: 'Name' })
    await field.fill('final.txt')
    await arrives('wb-4.txt')
    // Behind the dialog.
    await page.locator('a', { hasText: 'wb-4.txt' }).first().waitFor()
    assert.equal(await field.inputValue(), 'final.txt')
    await visit.dialog('Rename').getByRole('button', { name: 'Rename' }).click()
    await sees(link(page, 'final.txt'))
  }).tags(['long'])
})
