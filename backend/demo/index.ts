import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DemoApi } from './api.js'
import type { Partner } from './partner.js'
import { demoTenant, followPartner, furnish } from './scenario.js'

async function signInAs(base: string, email: string, organization: string | null) {
  const link = await asOperator('sign the demo in', async () => {
    const { account } = await accounts.use().resolve(email, organization)
    if (!account) throw new Error(`The demo finds no account of ${email}.`)
    return signInLinks.use().create(account.id)
  })
  return new DemoApi(base).signIn(link)
}

async function makeTenant(base: string): Promise<void> {
  const { account } = await asOperator('look for the demo tenant', () =>
    accounts.use().resolve(demoTenant.adminEmail, demoTenant.subdomain)
  )
  if (account) return
  const operator = await signInAs(base, settings.use().ADMIN_EMAIL, null)
  await operator.post('/tenants', demoTenant)
  await operator.signOut()
}

/**
 * Makes the demo organisation on the first start, through the product's own API; later starts only
 * tell its system where the partner listens now. Taken up where a killed process left it.
 * @param base where this process can reach its own API
 */
export async function runDemo(base: string, partner: Partner): Promise<void> {
  const marker = join(settings.use().DATA_DIR, 'demo.json')
  const done = await readFile(marker, 'utf8').catch(() => '')
  if (!done) await makeTenant(base)
  const api = await signInAs(base, demoTenant.adminEmail, demoTenant.subdomain)
  if (done) await followPartner(api, partner)
  else await furnish(api, partner)
  await api.signOut()
  if (done) return
  await writeFile(marker, JSON.stringify({ tenant: demoTenant.subdomain }))
  const { APP_URL } = settings.use()
  console.log(
    `The demo organisation "${demoTenant.name}" is ready: sign in at ${APP_URL}/login as\n` +
      `  ${demoTenant.adminEmail}, organization ${demoTenant.subdomain}\n`
  )
}
