import { test } from '@japa/runner'
import { accessibilityProblems } from './support/page_checks.js'
import { mailedLink, operatorEmail, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { gone, sees } from './support/visit.js'

const adminEmail = 'ops@blue-pallet.example'

journeys('Journey: managing tenants', (stage) => {
  test('a tenant is created, and its administrator comes in by the mailed link', async ({
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
    // A refused form puts the focus into its first wrong field: that shall be the one typed in.
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
    await visit.toast('Error', undefined, 'alert')
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
    await sees(invited.page.getByRole('banner').getByText('Blue Pallet', { exact: true }))
    await sees(invited.page.getByRole('link', { name: 'Assets', exact: true }))
    assert.equal(await invited.page.getByRole('link', { name: 'Tenants', exact: true }).count(), 0)
    await invited.page.goto('/tenants')
    await sees(invited.heading('Access Denied'))
  })
})
