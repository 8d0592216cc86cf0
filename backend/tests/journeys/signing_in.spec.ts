// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { sees, type Visit } from './support/visit.js'
import { mailedCode, mailedLink, makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'

const email = 'admin@acme.example'

async function fillIn(visit: Visit): Promise<void> {
  await visit.page.getByRole('textbox', { name: 'Email' }).fill(email)
  await visit.page.getByRole('textbox', { name: 'Organization' }).fill('acme')
}

/** The sign-in page that leads back to a path. */
const loginFor = (path: string) => (url: URL) =>
  url.pathname === '/login' && url.searchParams.get('next') === path

const send = (visit: Visit) => visit.button('Send magic link').click()

journeys('Journey: signing in', (stage, group) => {
  group.setup(async () => void (await makeTenant(stage.server, 'acme')))

  test('by code, from a deep link to signing out', async ({ assert }) => {
    const visit = await stage.visit({ refusals: ['401 POST /api/auth/verify-code'] })
    const { page } = visit
    const answer = await page.goto('/integrations#systems')
    // Without a policy no journey could detect a violation.
    assert.include(answer?.headers()['content-security-policy'], "script-src 'self'")
    await page.waitForURL(loginFor('/integrations#systems'))
    await sees(visit.heading('Sign in to Crossdock'))
    await sees(page.getByText('Leave empty for admin access'))

    await send(visit)
    await sees(page.getByText('Email is required'))
    await fillIn(visit)
    await page.getByRole('textbox', { name: 'Email' }).fill('invalid')
    await send(visit)
    await sees(page.getByText('Valid email address is required'))

    // The answer is delayed until the button shows that it is busy.
    const request = Promise.withResolvers<void>()
    await page.route('**/api/auth/magic-link', async (route) => {
      await request.promise
      await route.continue()
    })
    await fillIn(visit)
    const first = await mailedCode(stage.server, email, async () => {
      await send(visit)
      await sees(visit.button('Sending link...'))
      request.resolve()
      await sees(visit.heading('Check your email'))
    })
    await visit.toast(
      'Magic link sent',
      'Check your email for a secure sign-in link or use the verification code.'
    )
    await sees(page.getByText("Didn't receive the email? Check your spam folder."))

    const field = page.getByRole('textbox', { name: 'Verification code' })
    const verify = visit.button('Verify code')
    await field.pressSequentially('1a2-3 45')
    assert.equal(await field.inputValue(), '12345')
    assert.isTrue(await verify.isDisabled())
    const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, '0')
    await field.fill(wrong)
    const refused = page.getByRole('main').getByRole('alert')
    await sees(refused)
    await visit.toast('Verification failed', await refused.innerText(), 'alert')
    assert.include(page.url(), '/login')
    assert.equal(await field.inputValue(), '')

    await visit.button('Back').click()
    await sees(visit.heading('Sign in to Crossdock'))
    assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), email)
    const code = await mailedCode(stage.server, email, () => send(visit))
    await field.fill(code)
    await page.waitForURL('/integrations#systems')
    await sees(visit.heading('Integrations'))
    await visit.toast('Success!', "You've been signed in successfully.")
    await sees(
      page.getByRole('navigation', { name: 'Main' }).getByText('Acme Freight', { exact: true })
    )

    await page.goto('/login')
    await page.waitForURL('/dashboard')
    await page.goto('/no/page')
    await sees(visit.heading('404 Page Not Found'))
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    await sees(visit.heading('Dashboard'))

    await visit.button('AD, user menu').click()
    await sees(page.getByRole('menuitem', { name: email }))
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('/login')
    await sees(visit.heading('Sign in to Crossdock'))
    await page.goto('/assets')
    await page.waitForURL(loginFor('/assets'))
  })

  test('a browser that blocks storage says so', async ({ assert }) => {
    const { page, problems } = await stage.visit()
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied.', 'SecurityError')
      }
      Object.defineProperties(window, { localStorage: { get }, sessionStorage: { get } })
    })
    await page.goto('/login')
    await sees(page.getByText('Your browser blocks cookies and site data.'))
    // The refusal itself, which is the test's own, and nothing else.
    assert.isTrue(problems.splice(0).every((problem) => problem.includes('Access is denied.')))
  })

  test('by link, which works once', async ({ assert }) => {
    const visit = await stage.visit()
    await visit.page.goto('/login')
    await fillIn(visit)
    const link = await mailedLink(stage.server, email, () => send(visit))
    await visit.page.goto(link)
    await visit.page.waitForURL('/dashboard')
    await sees(visit.heading('Dashboard'))

    const second = await stage.visit({ refusals: ['401 POST /api/auth/verify-link'] })
    await second.page.goto(link)
    const refused = second.page.getByRole('main').getByRole('alert')
    await sees(refused)
    assert.isNotEmpty(await refused.innerText())
    await sees(second.button('Send magic link'))
    assert.notInclude(second.page.url(), 'token')
  }).tags(['long'])

  // Red when a link mailed for another browser signs in without a click.
  test('a link from another browser waits for a click, then continues', async () => {
    const asking = await stage.visit()
    await asking.page.goto('/login?next=%2Fassets')
    await fillIn(asking)
    const link = await mailedLink(stage.server, email, () => send(asking))
    const visit = await stage.visit({ refusals: ['409 POST /api/auth/verify-link'] })
    await visit.page.goto(link)
    await sees(visit.heading('Sign in with this link?'))
    await sees(visit.page.getByText(email))
    await sees(visit.page.getByText('Acme Freight'))
    await visit.button('Sign in').click()
    await visit.page.waitForURL('/assets')
    await sees(visit.heading('Asset Management'))
  }).tags(['long'])
})
