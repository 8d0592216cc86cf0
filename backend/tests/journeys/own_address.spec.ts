// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { withAuthenticator } from './support/authenticator.js'
import { makeTenant, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

journeys(
  'Journey: at the address of an organization',
  (stage, group) => {
    group.setup(async () => void (await makeTenant(stage.server, 'acme')))

    // Red when passkeys work only at the address of APP_URL.
    test('a passkey is created there, and signs in there', async () => {
      const as = await signIn(stage.server, 'admin@acme.example', 'acme')
      const visit = await stage.visit({ as, at: 'acme' })
      const { page } = visit
      await withAuthenticator(page)
      await page.goto('/security')
      await visit.button('Add passkey').click()
      await visit.dialog('Add passkey').getByRole('button', { name: 'Add passkey' }).click()
      await visit.toast('Passkey added')
      await visit.button('AD, user menu').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('/login')
      await visit.button('Sign in with a passkey').click()
      await page.waitForURL('/dashboard')
      await sees(visit.heading('Dashboard'))
    }).tags(['long'])
  },
  undefined,
  // Names below localhost resolve to this machine and count as secure. Passkeys require at least two labels.
  'crossdock.localhost'
)
