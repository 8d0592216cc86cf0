// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import { accessibilityProblems } from './support/page_checks.js'
import { mailedLink, operatorEmail, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const adminEmail = 'ops@blue-pallet.example'

journeys('Journey: managing tenants', (stage) => {
  test('a tenant is created, and its administrator signs in with the mailed link', async ({
    assert,
  }) => {
    const as = await signIn(stage.server, operatorEmail)
    const visit = await stage.visit({ as, refusals: ['409 POST /api/tenants'] })
    const { page } = visit
    await page.goto('/dashboard')
    const administration = page.getByRole('region', { name: 'System Administration' })
    await administration.getByRole('link', { name: 'Manage Tenants' }).click()
    await sees(visit.heading('Tenant Management'))
    await sees(page.getByText('No tenants found'))
    assert.deepEqual(await accessibilityProblems(page), [])
    await visit.button('Create Your First Tenant').click()

    const dialog = visit.dialog('Add New Tenant')
    const field = (label: string) => dialog.getByRole('textbox', { name: label })
    const submit = dialog.getByRole('button', { name: 'Create Tenant' })
    await submit.click()
    await sees(dialog.getByText('Tenant name is required'))
    await sees(dialog.getByText('Valid email address is required'))
    const subdomains = [
      ['bp', 'Subdomain must be at least 3 characters'],
      ['Blue Pallet', 'Subdomain can only contain lowercase letters, numbers, and hyphens'],
      ['-blue', 'Subdomain cannot start or end with a hyphen'],
      ['blue-', 'Subdomain cannot start or end with a hyphen'],
    ] as const
    // A refused form focuses its first invalid field, so fill the other fields first.
    await field('Tenant Name').fill('Blue Pallet')
    for (const [value, message] of subdomains) {
      await field('Subdomain').fill(value)
      await submit.click()
      await sees(dialog.getByText(message))
    }
    await field('Admin Email').fill('ops@')
    await sees(dialog.getByText('Valid email address is required'))

    await field('Subdomain').fill('blue-pallet')
    await field('Admin Email').fill(adminEmail)
    const link = await mailedLink(stage.server, adminEmail, () => submit.click())
    await visit.toast('Tenant created', 'The new tenant has been created successfully.')
    await gone(dialog)
    await sees(page.getByText('1 total tenants'))
    const row = visit.row(`blue-pallet.${new URL(stage.server.url).host}`)
    for (const text of ['BP', 'Blue Pallet', '0 GB', 'just now', 'Active']) {
      await sees(row.getByText(text, { exact: true }))
    }

    await visit.button('Add Tenant').click()
    await field('Tenant Name').fill('Blue Pallet Two')
    await field('Subdomain').fill('blue-pallet')
    await field('Admin Email').fill('other@blue-pallet.example')
    await submit.click()
    await page.waitForFunction(
      () => document.querySelector('[name=subdomain]')?.getAttribute('aria-invalid') === 'true'
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await gone(dialog)
    assert.equal(await page.getByRole('row').count(), 2)

    const invited = await stage.visit({ refusals: ['409 POST /api/auth/verify-link'] })
    await invited.page.goto(link)
    await sees(invited.heading('Sign in with this link?'))
    await invited.button('Sign in').click()
    await invited.page.waitForURL('/dashboard')
    const menu = invited.page.getByRole('navigation', { name: 'Main' })
    await sees(menu.getByText('Blue Pallet', { exact: true }))
    await sees(invited.page.getByRole('link', { name: 'Assets', exact: true }))
    assert.equal(await invited.page.getByRole('link', { name: 'Tenants', exact: true }).count(), 0)
    await invited.page.goto('/tenants')
    await sees(invited.heading('Access Denied'))
  }).tags(['long'])

  test('a tenant is entered, suspended, reactivated, deleted and restored', async ({ assert }) => {
    const as = await signIn(stage.server, operatorEmail)
    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/tenants')
    await visit.row('Blue Pallet').getByRole('link', { name: 'View Blue Pallet' }).click()
    await sees(visit.heading('Blue Pallet'))
    assert.deepEqual(await accessibilityProblems(page), [])

    await visit.button('Work in this tenant').click()
    await page.waitForURL('/dashboard')
    const banner = page.getByRole('region', { name: 'Tenant you work in' })
    await sees(banner.getByText('You work in Blue Pallet'))
    await page.reload()
    await sees(banner.getByText('You work in Blue Pallet'))
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.goto('/users')
    await sees(page.getByText(adminEmail))
    await sees(banner)
    await banner.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('/tenants')
    await gone(banner)

    await visit.row('Blue Pallet').getByRole('link', { name: 'View Blue Pallet' }).click()
    const person = await stage.visit({
      as: await signIn(stage.server, adminEmail, 'blue-pallet'),
      refusals: ['401 GET /api/auth/me'],
    })
    await visit.button('Suspend').click()
    const suspending = visit.dialog('Suspend Blue Pallet?')
    await suspending.getByRole('textbox', { name: 'Reason' }).fill('Unpaid since March')
    await suspending.getByRole('button', { name: 'Suspend' }).click()
    await visit.toast('Tenant suspended')
    await sees(page.getByText('Unpaid since March'))
    // Red when the sign-in page does not ask why the session has ended.
    await person.page.goto('/assets')
    await sees(person.page.getByText('Blue Pallet is suspended, so you cannot sign in.'))
    await visit.button('Reactivate').click()
    await visit.toast('Tenant reactivated', 'People can sign in again, and paused work continues.')

    await visit.button('Delete tenant').click()
    const deleting = visit.dialog('Delete Blue Pallet?')
    await deleting.getByRole('textbox').fill('blue')
    await deleting.getByRole('button', { name: 'Delete tenant' }).click()
    await sees(deleting.getByText('This is not the subdomain of the tenant'))
    await deleting.getByRole('textbox').fill('blue-pallet')
    await deleting.getByRole('button', { name: 'Delete tenant' }).click()
    await sees(page.getByText('This tenant will be deleted'))
    await visit.button('Cancel deletion').click()
    await visit.toast('Deletion cancelled', 'The tenant works as before.')
    await gone(page.getByText('This tenant will be deleted'))

    await page.goto('/activity')
    for (const action of [
      'Began to work in the tenant Blue Pallet',
      'Left the tenant Blue Pallet',
      'Suspended the tenant Blue Pallet: Unpaid since March',
      'Canceled the deletion of the tenant Blue Pallet',
    ]) {
      await sees(page.getByText(action).first())
    }
  }).tags(['long'])
})
