// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { clientId, clientSecret, TestProvider } from '../../app/sso/tests/provider.js'
import { accessibilityProblems } from './support/page_checks.js'
import { makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

/** Blocks the web fonts of the provider's pages, which come from a third party. */
const withoutForeignLetters = ({ page }: Visit) =>
  page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' })
  )

/** Signs in on the provider's own pages and agrees. */
async function signInAtProvider(page: Visit['page'], login: string) {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

journeys(
  'Journey: single sign-on',
  (stage, group) => {
    let admin: Caller
    let provider: TestProvider

    group.setup(async () => {
      admin = await makeTenant(stage.server, 'acme')
      provider = new TestProvider(`${stage.server.url}/api/auth/oidc/callback`)
      provider.people = {
        ada: { email: 'ada@people.example', email_verified: true, given_name: 'Ada' },
        grace: { email: 'grace@people.example', email_verified: true, given_name: 'Grace' },
        eve: { email: 'eve@elsewhere.example', email_verified: true },
      }
      await provider.start()
      return () => provider.stop()
    })

    test('an administrator sets it up, and people sign in with it and out again', async ({
      assert,
    }) => {
      const desk = await stage.visit({ as: admin })
      await withoutForeignLetters(desk)
      await desk.page.goto('/single-sign-on')
      await sees(desk.heading('Single sign-on · Settings'))
      await desk.button('Add provider').first().click()
      const form = desk.dialog('Add identity provider')
      await form.getByRole('textbox', { name: 'Name' }).fill('Harbor ID')
      await form.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer)
      await form.getByRole('textbox', { name: 'Client ID' }).fill(clientId)
      await form.getByLabel('Client secret').fill(clientSecret)
      await form.getByLabel('Allowed domains').fill('people.example')
      await form.getByLabel('Allowed domains').press('Enter')
      await form.getByRole('button', { name: 'Add provider' }).click()
      await desk.toast('Identity provider saved')

      await desk.choose('Harbor ID', 'Test connection')
      await sees(desk.button('Sign in with it'))
      assert.deepEqual(await accessibilityProblems(desk.page), [])
      await desk.button('Sign in with it').click()
      await signInAtProvider(desk.page, 'grace')
      const outcome = desk.dialog('Sign-in with Harbor ID')
      await sees(outcome.getByText('The sign-in works.'))
      await sees(outcome.getByText('grace@people.example').first())
      assert.deepEqual(await accessibilityProblems(desk.page), [])
      await desk.button('Turn on').click()
      await gone(outcome)

      const visit = await stage.visit()
      await withoutForeignLetters(visit)
      const { page } = visit
      await page.goto('/login?next=%2Fassets')
      await page.getByRole('textbox', { name: 'Organization' }).fill('acme')
      await page.getByRole('link', { name: 'Continue with Harbor ID' }).click()
      await signInAtProvider(page, 'ada')
      await page.waitForURL('/assets')
      await sees(visit.heading('Asset Management'))

      await visit.page.getByRole('button', { name: /user menu$/ }).click()
      await sees(page.getByRole('menuitem', { name: 'ada@people.example' }))
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      // The provider asks whether to end its session, too.
      await page.waitForURL((url) => url.origin === provider.issuer)
    }).tags(['long'])

    test('the sign-in page shows why a person may not sign in with it', async ({ assert }) => {
      const visit = await stage.visit()
      await withoutForeignLetters(visit)
      const { page } = visit
      await page.goto('/login')
      await page.getByRole('textbox', { name: 'Organization' }).fill('acme')
      await page.getByRole('link', { name: 'Continue with Harbor ID' }).press('Enter')
      await signInAtProvider(page, 'eve')
      await page.waitForURL('/login?sso=domain')
      await sees(page.getByText(/cannot sign in this way\. Sign in by email\.$/))
      await sees(visit.button('Send magic link'))
      assert.deepEqual(await accessibilityProblems(page), [])
    }).tags(['long'])
  },
  { EGRESS_ALLOW: '127.0.0.1/32' }
)
