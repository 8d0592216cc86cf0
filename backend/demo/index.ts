import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { tenantRegistry } from '@crossdock/backend/tenants'
import { settings } from '@crossdock/kernel/settings'
import { DemoApi } from './api.js'
import { markBegun, markMade, readMark } from './mark.js'
import type { Partner } from './partner.js'
import { demoTenant, furnish } from './scenario.js'

async function findAdmin() {
  const { adminEmail, subdomain } = demoTenant
  return (await accounts.use().resolve(adminEmail, subdomain)).account
}

async function signIn(base: string): Promise<DemoApi> {
  const admin = await findAdmin()
  if (!admin) throw new Error(`The demo finds no account of ${demoTenant.adminEmail}.`)
  return new DemoApi(base).signIn(await signInLinks.use().create(admin.id))
}

/** Begun here, or not needed: it is made already, or this installation has organisations and so is not new. */
async function isToBeMade(dataDir: string, partner: Partner): Promise<boolean> {
  const mark = await readMark(dataDir)
  if (mark) return !mark.isMade
  if (await tenantRegistry.use().hasAny()) return false
  await markBegun(dataDir, demoTenant.subdomain, partner.port)
  return true
}

/**
 * Makes the demo organisation in a new installation and furnishes it through the product's own API, as
 * its administrator: signed in as the super administrator the demo would pass for the person who is
 * shown how to sign in until they have. Taken up where a killed process left it. Later starts change
 * nothing, nor does one on a restored database: what is there is people's, and so are the names.
 * @param base where this process can reach its own API
 */
export async function runDemo(base: string, partner: Partner): Promise<void> {
  const { DATA_DIR, APP_URL } = settings.use()
  if (!(await isToBeMade(DATA_DIR, partner))) return
  if (!(await findAdmin())) await tenantRegistry.use().create(demoTenant)
  const api = await signIn(base)
  await furnish(api, partner)
  await api.signOut()
  await markMade(DATA_DIR)
  console.log(
    `The demo organisation "${demoTenant.name}" is ready: sign in at ${APP_URL}/login as\n` +
      `  ${demoTenant.adminEmail}, organization ${demoTenant.subdomain}\n`
  )
}
