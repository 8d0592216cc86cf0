// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { accessibilityProblems } from './support/page_checks.js'
import { makeTenant, operatorEmail, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

journeys('Journey: managing environments', (stage) => {
  test('an environment is created from a template, changed, deleted and restored', async ({
    assert,
  }) => {
    const admin = await makeTenant(stage.server, 'acme')
    const as = await signIn(stage.server, operatorEmail)
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/dashboard')
    const administration = page.getByRole('region', { name: 'System Administration' })
    await administration.getByRole('link', { name: 'Environment Settings' }).click()
    await sees(page.getByRole('heading', { level: 1, name: 'Environments', exact: true }))
    await sees(visit.row('Acme Freight'))
    assert.deepEqual(await accessibilityProblems(page), [])

    await visit.button('Create Environment').click()
    const dialog = visit.dialog('Create Environment')
    const submit = dialog.getByRole('button', { name: 'Create Environment' })
    await visit.select(dialog, /^Tenant/, 'Acme Freight')
    // The tenant already has a production environment.
    await sees(dialog.getByText('This tenant already has one.'))
    assert.isTrue(await dialog.getByRole('radio', { name: /^Production/ }).isDisabled())
    await dialog.getByRole('radio', { name: /^Development/ }).check()
    await dialog.getByRole('spinbutton', { name: /^Workflows/ }).fill('12')
    await submit.click()
    await visit.toast('Environment created successfully')
    await gone(dialog)
    const row = visit.row('Development')
    for (const text of ['0 / 5.0K', '0 GB / 25 GB', '12', 'Active']) {
      await sees(row.getByText(text, { exact: true }))
    }

    await visit.choose('Development', 'Edit')
    const edit = visit.dialog('Edit Environment')
    await edit.getByRole('textbox', { name: /^Display name/ }).fill('Try-outs')
    await edit.getByRole('spinbutton', { name: /^API calls per month/ }).fill('7000')
    await edit.getByRole('switch', { name: /^Active/ }).uncheck()
    await edit.getByRole('button', { name: 'Save Environment' }).click()
    await visit.toast('Environment updated successfully')
    await sees(visit.row('Try-outs').getByText('0 / 7.0K', { exact: true }))
    await sees(visit.row('Try-outs').getByText('Inactive', { exact: true }))

    await visit.choose('Try-outs', 'Delete')
    const question = visit.dialog('Delete the environment Try-outs?')
    await question.getByRole('button', { name: 'Delete environment' }).click()
    await visit.toast('Environment deleted successfully')
    await gone(visit.row('Try-outs'))
    await visit.button('Undo').click()
    await sees(page.getByText('The environment Try-outs was restored'))
    await sees(visit.row('Try-outs').getByText('0 / 7.0K', { exact: true }))

    // A person without access has no link to it, and gets a message at its URL.
    const other = await stage.visit({ as: admin })
    await other.page.goto('/admin/environments')
    await sees(other.heading('Access Denied'))
    await sees(
      other.page.getByText('You need super admin privileges to access environment management.')
    )
    const links = other.page.getByRole('link', { name: 'Environments', exact: true })
    assert.equal(await links.count(), 0)
  }).tags(['long'])
})
