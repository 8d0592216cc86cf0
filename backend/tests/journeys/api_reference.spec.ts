// onOneDatabase: it tests pages in a browser
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Caller } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { accessibilityProblems, overflow } from './support/page_checks.js'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const phone = { width: 390, height: 844 }
const listTags = '/api-docs/assets/get-tags'
const makeFolder = '/api-docs/assets/post-assets'

journeys('Journey: the API reference', (stage, group) => {
  let admin: Caller
  group.setup(async () => void (admin = await makeTenant(stage.server, 'acme')))

  const answer = (page: Page) => page.locator('.answer')
  const send = (page: Page) => page.locator('.try > .send button')

  test('a stranger searches, copies, and sends a request with a token', async ({ assert }) => {
    const refusals = ['401 GET /api/v2/tags']
    const { page } = await stage.visit({ refusals })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/')
    await page.getByRole('link', { name: 'Read the API' }).click()
    await sees(page.getByRole('heading', { level: 1, name: 'Start' }))
    await page.keyboard.press('/')
    await page.keyboard.type('no such thing')
    await sees(page.getByText('No operation matches.'))
    await page.keyboard.press('Escape')
    await gone(page.getByText('No operation matches.'))
    await page.keyboard.press('/')
    await page.keyboard.type('tags organization')
    await sees(page.getByRole('link', { name: 'List the tags of the organization, by name' }))
    await gone(page.getByRole('link', { name: 'List tenants' }))
    await page.keyboard.press('Enter')
    await sees(page.getByRole('heading', { level: 1, name: 'List the tags of the organization' }))
    assert.equal(new URL(page.url()).pathname, listTags)

    const copy = page.locator('.path button')
    await copy.click()
    await sees(copy.getByText('Copied'))
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, `${new URL(page.url()).origin}/api/v2/tags`)
    await sees(copy.getByText('Copy', { exact: true }))

    await send(page).click()
    await sees(answer(page).getByText('401'))
    await sees(answer(page).getByText('E_UNAUTHENTICATED'))
    const { body } = await call<{ token: string }>(stage.server.url, 'POST', '/api/api-tokens', {
      as: admin,
      body: { name: 'reference' },
    })
    const { token } = body
    await page.getByLabel('Token', { exact: true }).fill(token)
    await send(page).click()
    await sees(answer(page).getByText('200'))
    await sees(answer(page).getByText('nextCursor'))
    // The token stays from page to page, and is never stored elsewhere.
    await page.getByRole('link', { name: 'Create a folder, or upload a file' }).click()
    await sees(page.getByRole('heading', { level: 1, name: 'Create a folder, or upload a file' }))
    assert.equal(await page.getByLabel('Token', { exact: true }).inputValue(), token)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    )
    assert.notInclude(kept, token)
    await page.goBack()
    await sees(page.getByRole('heading', { level: 1, name: 'List the tags of the organization' }))
    await page.reload()
    assert.equal(await page.getByLabel('Token', { exact: true }).inputValue(), '')
  })

  test('a signed-in person sends requests with their session, and confirms once', async ({
    assert,
  }) => {
    const refusals = ['404 POST /api/v2/assets']
    const { page } = await stage.visit({ as: admin, refusals })
    await page.goto(makeFolder)
    await sees(page.getByText(/^Signed in as /))
    await sees(page.getByText('Sends a real request to production'))
    const dialog = page.getByRole('dialog', { name: 'Send POST?' })
    const name = page.getByLabel('name', { exact: true })
    await send(page).click()
    // Without a required value, the page sends nothing and focuses the field.
    assert.isTrue(await name.evaluate((one) => one === document.activeElement))
    await gone(dialog)
    await name.fill('From the reference')
    await send(page).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await gone(dialog)
    await send(page).click()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await sees(answer(page).getByText('201'))
    await sees(answer(page).getByText('From the reference'))
    assert.match(await answer(page).locator('small').innerText(), /^\d+ ms$/)
    // The server refuses wrong values. The page does not ask again.
    await page.locator('.try').getByText('Headers', { exact: true }).click()
    await page.getByLabel('X-Environment').fill('unknown')
    await sees(page.getByText('Sends a real request to unknown'))
    await send(page).click()
    await sees(answer(page).getByText('404 Not Found'))
    await sees(answer(page).getByText('"E_NO_ENVIRONMENT"'))
    await page.getByLabel('X-Environment').fill('')
    // A file is sent as a form.
    await page.getByLabel('Body', { exact: true }).selectOption('multipart/form-data')
    await page.getByLabel('file', { exact: true }).setInputFiles({
      name: 'arrival.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('a;b'),
    })
    await send(page).click()
    await sees(answer(page).getByText('arrival.csv'))
    await page.getByRole('button', { name: 'Use a token' }).click()
    await sees(page.getByLabel('Token', { exact: true }))
  })

  test('is accessible in both themes and fits a phone', async ({ assert }) => {
    const { page } = await stage.visit()
    const paths = ['/api-docs', makeFolder, '/api-docs/errors', '/api-docs/rate-limits']
    for (const path of [...paths, '/api-docs/events', '/api-docs/assets']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(path)
        assert.deepEqual(await accessibilityProblems(page), [], `${path} ${colorScheme}`)
      }
    }
    await page.setViewportSize(phone)
    for (const path of paths) {
      await page.goto(path)
      assert.deepEqual(await overflow(page), [], path)
    }
    await page.goto(makeFolder)
    await page.getByRole('link', { name: /^Choose an operation/ }).click()
    await page.getByText('Tenants', { exact: true }).click()
    await page.getByRole('link', { name: 'List tenants' }).click()
    await sees(page.getByRole('heading', { level: 1, name: 'List tenants' }))
    await page.locator('.find').click()
    await page.keyboard.type('invite a person')
    await sees(page.getByRole('link', { name: 'POST Invite a person', exact: true }))
    assert.deepEqual(await accessibilityProblems(page), [], 'phone')
  })

  // Red when reading a page or searching needs the script.
  test('all pages are readable without JavaScript', async ({ assert }) => {
    const { page } = await stage.visit({ javaScript: false })
    await page.goto(makeFolder)
    await sees(page.getByText('Sending requests from this page needs JavaScript.'))
    await page.locator('.examples').getByText('CLI').click()
    await sees(page.getByText('crossdock api POST /api/v2/assets'))
    await page.getByRole('searchbox').fill('suspend')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('link', { name: 'Suspend a tenant' }).click()
    await sees(page.getByRole('heading', { level: 1, name: 'Suspend a tenant' }))
    assert.equal(await page.locator('[data-js]:visible').count(), 0)
  })
})
