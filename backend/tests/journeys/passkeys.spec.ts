// onOneDatabase: it tests the console in a browser
import { DatabaseSync } from 'node:sqlite'
import { test } from '@japa/runner'
import type { ServerProcess } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { withAuthenticator } from './support/authenticator.js'
import { mailedCode, makeTenant, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const email = 'admin@acme.example'

/** Moves the proof of all sessions half an hour back. */
function waitHalfAnHour({ database }: ServerProcess): void {
  const file = new DatabaseSync(`${database.dataDir}/crossdock.sqlite3`, { timeout: 10_000 })
  const before = new Date(Date.now() - 30 * 60_000).toISOString()
  file.prepare('update sessions set proved_at = ?').run(before)
  file.close()
}

journeys(
  'Journey: passkeys',
  (stage, group) => {
    group.setup(async () => void (await makeTenant(stage.server, 'acme')))

    test('a passkey is added after a fresh proof, signs in, and becomes a second factor', async ({
      assert,
    }) => {
      const as = await signIn(stage.server, email, 'acme')
      waitHalfAnHour(stage.server)
      const visit = await stage.visit({ as, refusals: ['403 POST /api/passkeys/options'] })
      const { page } = visit
      await withAuthenticator(page)
      await page.goto('/dashboard')
      await visit.button('AD, user menu').click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Security', exact: true }).click()
      await page.waitForURL('/settings?tab=security')
      await sees(page.getByText('No passkeys yet'))
      await visit.button('Add passkey').click()
      const form = visit.dialog('Add passkey')
      await form.getByRole('textbox', { name: 'Name' }).fill('Office laptop')
      await form.getByRole('button', { name: 'Add passkey' }).click()

      const question = visit.dialog('Confirm your identity')
      const code = await mailedCode(stage.server, email, () =>
        question.getByRole('button', { name: 'Email me a code' }).click()
      )
      await question.getByRole('textbox', { name: 'Verification code' }).fill(code)
      await visit.toast('Passkey added')
      await gone(form)
      await sees(page.getByText('Office laptop'))

      await visit.button('AD, user menu').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('/login')
      await page.goto('/login?next=%2Fsecurity')
      await visit.button('Sign in with a passkey').click()
      await page.waitForURL('/settings?tab=security')
      await visit.toast('Success!')
      const sessions = page.getByRole('list', { name: 'Sessions' })
      const own = sessions.getByRole('listitem').filter({ hasText: 'This device' })
      await sees(own.getByText('Chrome on Linux'))
      const passkeys = page.getByRole('list', { name: 'Passkeys' })
      await sees(passkeys.getByText(/Last used/))

      // The session in which the tenant was set up.
      const other = sessions.getByRole('button', { name: /^End session/ })
      assert.equal(await other.count(), 1)
      await other.click()
      await visit.toast('Session ended')
      await gone(other)

      await page.getByRole('switch', { name: /Require a passkey/ }).click()
      await visit.toast('Second factor turned on')
      await visit.button('AD, user menu').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL('/login')
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('textbox', { name: 'Organization' }).fill('acme')
      const again = await mailedCode(stage.server, email, () =>
        visit.button('Send magic link').click()
      )
      await page.getByRole('textbox', { name: 'Verification code' }).fill(again)
      await sees(visit.heading('One more step'))
      await visit.button('Use a passkey').click()
      await page.waitForURL('/dashboard')
    }).tags(['long'])

    test('required of everyone: a person without a passkey must add one first', async ({
      assert,
    }) => {
      await makeTenant(stage.server, 'strict')
      const as = await signIn(stage.server, 'admin@strict.example', 'strict')
      const visit = await stage.visit({ as })
      const { page } = visit
      await withAuthenticator(page)
      await page.goto('/settings?tab=rules')
      const required = page.getByRole('switch', { name: 'Require a second factor' })
      await sees(page.getByText('Add a passkey to your own account first.'))
      await page.getByRole('link', { name: 'Security', exact: true }).first().click()
      await visit.button('Add passkey').click()
      await visit.dialog('Add passkey').getByRole('button', { name: 'Add passkey' }).click()
      await visit.toast('Passkey added')
      await page.getByRole('link', { name: 'Sign-in rules' }).click()
      await required.click()
      await visit.button('Require it').click()
      await visit.toast('A second factor is now required')
      await page.goto('/assets')
      await sees(visit.heading('Asset Management'))

      const { body } = await call<{ id: string }>(stage.server.url, 'POST', '/api/users', {
        as,
        body: { email: 'new@strict.example', role: 'editor' },
      })
      assert.isString(body.id)
      const other = await stage.visit({
        as: await signIn(stage.server, 'new@strict.example', 'strict'),
      })
      await withAuthenticator(other.page)
      await other.page.goto('/assets')
      await sees(other.heading('Add a passkey'))
      await other.button('Add passkey').click()
      await sees(other.heading('Save your recovery codes'))
      await other.button('Make recovery codes').click()
      await other.button('I have saved them').click()
      await sees(other.heading('Asset Management'))
    }).tags(['long'])

    test('offered in addition to the mail', async () => {
      const visit = await stage.visit()
      await visit.page.goto('/login')
      await sees(visit.button('Sign in with a passkey'))
      await sees(visit.button('Send magic link'))
    }).tags(['long'])
  },
  undefined,
  'localhost'
)
