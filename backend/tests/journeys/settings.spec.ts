// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { makeTenant, operatorEmail as operator, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

journeys('Journey: settings and the system page', (stage, group) => {
  let admin: Awaited<ReturnType<typeof makeTenant>>
  group.setup(async () => void (admin = await makeTenant(stage.server, 'acme')))

  test('a person sets name, language, time zone and colors, by keyboard and on a phone', async ({
    assert,
  }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter')
    await page.waitForURL('/settings')
    await page.getByRole('textbox', { name: 'First name' }).fill('Ada')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Quay')
    await page.getByRole('textbox', { name: 'Last name' }).press('Enter')
    await visit.toast('Profile saved')
    await sees(visit.button('AQ, user menu'))

    const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
    await sections.getByRole('link', { name: 'Language & appearance' }).press('Enter')
    await page.waitForURL('/settings?tab=appearance')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Kiritimati')
    await zone.press('Enter')
    // Fourteen hours ahead of UTC, which is no test browser's default.
    const there = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeZone: 'Pacific/Kiritimati',
    })
    await sees(page.getByText(`The current time looks like this: ${there.format(new Date())}`))
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await sees(visit.heading('Sprache und Darstellung · Einstellungen'))
    // The settings are sent a moment after the choice.
    await until('both settings to be stored', async () => {
      const { preferences } = await (await page.request.get('/api/auth/me')).json()
      return preferences.locale === 'de' && preferences.theme === 'dark'
    })

    const phone = await stage.visit({ as: admin, viewport: { width: 390, height: 844 } })
    await phone.page.goto('/settings')
    await sees(phone.heading('Profil · Einstellungen'))
    await phone.page
      .getByRole('combobox', { name: 'Abschnitte der Einstellungen' })
      .selectOption('Organisation')
    await phone.page.waitForURL('/settings?tab=organization')
    await sees(phone.page.getByText('acme', { exact: false }).first())
    const profile = await (await phone.page.request.get('/api/settings/profile')).json()
    assert.equal(profile.timeZone, 'Pacific/Kiritimati')
  }).tags(['long'])

  test('the operator sees the state of the system, and tests the mail server', async () => {
    const visit = await stage.visit({ as: await signIn(stage.server, operator) })
    const { page } = visit
    await page.goto('/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: 'System' }).click()
    await page.waitForURL('/system')
    const health = page.getByRole('region', { name: 'Health' })
    await sees(health.getByRole('listitem').filter({ hasText: 'Database' }).getByText('Healthy'))
    await sees(page.getByRole('region', { name: 'Encryption keys' }).getByText('Current'))
    await visit.button('Send a test email').click()
    await sees(
      page.getByText(`An email to ${operator} was written to DATA_DIR/mail`, { exact: false })
    )
    await page.getByRole('tab', { name: 'Failed jobs' }).click()
    await sees(page.getByText('No failed jobs'))
    await page.getByRole('tab', { name: 'Plugins' }).click()
    const list = page.getByRole('region', { name: 'Installed plugins' })
    const access = list.locator('details').filter({ hasText: 'POST /auth/magic-link' })
    await access.getByText(/operations, .*event types/).click()
    await sees(access.getByText('POST /auth/magic-link'))
    await gone(page.getByText('Could not read'))
  }).tags(['long'])
})
