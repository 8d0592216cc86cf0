import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { tenantRegistry } from '@crossdock/backend/tenants'
import { egressGrants } from '@crossdock/integrations/contracts'
import { tenantDirectory } from '@crossdock/kernel/tenancy'
import { settings } from '@crossdock/kernel/settings'
import { DemoApi } from './api.js'
import { markBegun, markMade, markOpened, readMark } from './mark.js'
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

/** Its partner listens on this machine, where egress leads no other organization. Opened once: the operator may close it. */
async function openPartner(dataDir: string, { port }: Partner): Promise<void> {
  const mark = await readMark(dataDir)
  if (!mark || mark.isOpened) return
  const { id } = (await tenantDirectory.use().find(mark.tenant ?? demoTenant.subdomain)) ?? {}
  if (id !== undefined) {
    const note = "The demo's customs broker"
    await egressGrants.use().open({ tenantId: id, network: '127.0.0.1/32', port, note })
  }
  await markOpened(dataDir, mark)
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
  const isNew = await isToBeMade(DATA_DIR, partner)
  if (isNew && !(await findAdmin())) await tenantRegistry.use().create(demoTenant)
  await openPartner(DATA_DIR, partner)
  if (!isNew) return
  const api = await signIn(base)
  await furnish(api, partner)
  await api.signOut()
  await markMade(DATA_DIR)
  console.log(
    `The demo organization "${demoTenant.name}" is ready: sign in at ${APP_URL}/login as\n` +
      `  ${demoTenant.adminEmail}, organization ${demoTenant.subdomain}\n`
  )
}
