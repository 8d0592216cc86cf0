// onOneDatabase: it tests pages in a browser
import { test } from '@japa/runner'
import { operatorEmail, signIn } from './support/people.js'
import { accessibilityProblems, overflow } from './support/page_checks.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const phone = { width: 390, height: 844 }

journeys('Journey: the public pages', (stage) => {
  test('a stranger requests a demo, and the operator answers', async ({ assert }) => {
    const { page } = await stage.visit()
    await page.goto('/')
    await sees(page.getByRole('heading', { level: 1, name: /^Share files and connect systems/ }))
    const picture = page.locator('.shot img')
    assert.isAbove(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth), 1_000)
    await page.getByRole('link', { name: 'Sign In', exact: true }).click()
    await sees(page.getByRole('heading', { name: 'Sign in to Crossdock' }))
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await sees(page.getByRole('heading', { level: 1, name: /^Share files/ }))
    await page.goto('/login')
    await page.getByRole('link', { name: 'Need help?' }).click()
    await sees(page.getByRole('heading', { name: 'Schedule your demo' }))
    const send = page.getByRole('button', { name: 'Schedule demo' })
    await send.click()
    // The browser requires the name: nothing was sent.
    assert.equal(new URL(page.url()).pathname, '/sales')
    assert.isTrue(await page.getByLabel('Name').evaluate((one) => one === document.activeElement))
    await page.getByLabel('Name').fill('Ada Lund')
    await page.getByLabel('Email').fill('ada@nordfjord.example')
    await page.getByLabel('Message').fill('Nine sites.')
    await send.click()
    await sees(page.getByRole('status').getByText('Your request has arrived.'))

    const operator = await stage.visit({ as: await signIn(stage.server, operatorEmail) })
    await operator.page.goto('/system?tab=demo-requests')
    await operator.row('Ada Lund').getByText('ada@nordfjord.example').click()
    const dialog = operator.dialog('Ada Lund')
    await sees(dialog.getByText('Nine sites.'))
    await dialog.getByRole('button', { name: 'Mark as answered' }).click()
    await operator.toast('Marked as answered')
    await sees(operator.row('Ada Lund').getByText('Answered'))
    await operator.page.goto('/')
    await sees(operator.page.getByRole('link', { name: 'Open dashboard' }))
    await gone(operator.page.getByRole('link', { name: 'Sign In' }))
  })

  for (const [path, name] of [
    ['/', 'the landing page'],
    ['/sales', 'the sales page'],
  ] as const) {
    test(`${name} is accessible in both themes and fits a phone`, async ({ assert }) => {
      const { page } = await stage.visit()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(path)
        assert.deepEqual(await accessibilityProblems(page), [], colorScheme)
      }
      await page.setViewportSize(phone)
      assert.deepEqual(await overflow(page), [])
      await page.locator('summary').click()
      await sees(page.getByRole('link', { name: 'Solutions' }))
      assert.deepEqual(await accessibilityProblems(page), [], 'phone')
    })
  }

  // Red when a page waits for a script, or its form needs one.
  test('everything works without JavaScript', async ({ assert }) => {
    const { page } = await stage.visit({ javaScript: false })
    await page.goto('/sales')
    await page.getByLabel('Name').fill('Ben Ott')
    await page.getByLabel('Email').fill('ben@pine.example')
    await page.getByRole('button', { name: 'Schedule demo' }).click()
    await sees(page.getByText('Your request has arrived.'))
    assert.match(page.url(), /\/sales\?request=/)
  })
})
