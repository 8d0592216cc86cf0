import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { tenantRegistry } from '@crossdock/backend/tenants'
import { settings } from '@crossdock/kernel/settings'
import { DemoApi } from './api.js'
import type { Partner } from './partner.js'
import { demoTenant, followPartner, furnish } from './scenario.js'

async function findAdmin() {
  const { adminEmail, subdomain } = demoTenant
  return (await accounts.use().resolve(adminEmail, subdomain)).account
}

async function signIn(base: string): Promise<DemoApi> {
  const admin = await findAdmin()
  if (!admin) throw new Error(`The demo finds no account of ${demoTenant.adminEmail}.`)
  return new DemoApi(base).signIn(await signInLinks.use().create(admin.id))
}

/**
 * Makes the demo organisation on the first start and furnishes it through the product's own API, as
 * its administrator: signed in as the super administrator the demo would pass for the person who is
 * shown how to sign in until they have. Later starts only tell its system where the partner listens
 * now. Taken up where a killed process left it.
 * @param base where this process can reach its own API
 */
export async function runDemo(base: string, partner: Partner): Promise<void> {
  const marker = join(settings.use().DATA_DIR, 'demo.json')
  const done = await readFile(marker, 'utf8').catch(() => '')
  if (!done && !(await findAdmin())) await tenantRegistry.use().create(demoTenant)
  const api = await signIn(base)
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
