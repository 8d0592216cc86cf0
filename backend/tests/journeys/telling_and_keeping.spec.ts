// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { until, type Caller } from '@crossdock/backend/testing'
import { saved } from './support/files.js'
import { makeColleague, makeTenant } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

journeys('Journey: notifications, retention and the audit', (stage, group) => {
  let admin: Caller
  group.setup(async () => void (admin = await makeTenant(stage.server, 'acme')))

  test('the bell shows the notifications that people chose', async ({ assert }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/settings?tab=notifications')
    const byMail = page.getByRole('switch', { name: 'Invitation accepted: Email' })
    await byMail.press('Space')
    await until('the choice to be stored', async () => {
      const { kinds } = await (await page.request.get('/api/notifications/settings')).json()
      return kinds.find(({ label }: { label: string }) => label === 'Invitation accepted').mail
    })
    assert.isTrue(await byMail.isChecked())
    await sees(visit.button('Notifications: nothing unread'))

    await makeColleague(stage.server, admin, 'acme', 'editor')
    await visit.button('Notifications: 1 unread').click()
    const panel = visit.dialog('Notifications')
    await sees(panel.getByText('editor@acme.example signed in for the first time'))
    const all = panel.getByRole('button', { name: 'Mark all as read' })
    await all.click()
    await gone(all)
    await panel.press('Escape')
    await sees(visit.button('Notifications: nothing unread'))
  }).tags(['long'])

  test('a shorter retention appears in the audit, verified and exported', async ({ assert }) => {
    const visit = await stage.visit({ as: admin })
    const { page } = visit
    await page.goto('/settings?tab=retention')
    const trash = page.getByRole('textbox', { name: 'Days to keep "Trash"' })
    await trash.fill('0')
    await sees(page.getByText('Enter a whole number of days from 1 to 36500.'))
    await trash.fill('45')
    await trash.press('Enter')
    await visit.toast('Retention saved')
    await page.reload()
    await sees(trash)
    assert.equal(await trash.inputValue(), '45')

    const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
    await sections.getByRole('link', { name: 'Audit', exact: true }).click()
    const entry = visit.row('Keeps trash for 45 days')
    await sees(entry)
    await visit.button('Verify').click()
    await sees(page.getByText(/^All \d+ entries are intact/))
    const { name, content } = await saved(page, () => visit.button('Export to JSON lines').click())
    assert.match(name, /\.jsonl$/)
    const entries = content
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action?: string })
    assert.isTrue(entries.some((one) => JSON.stringify(one).includes('"trash"')))
  }).tags(['long'])
})
