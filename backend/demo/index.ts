import { accounts } from '@crossdock/backend/users'
import { signInLinks } from '@crossdock/backend/access'
import { tenantRegistry } from '@crossdock/backend/tenants'
import { egressGrants } from '@crossdock/integrations/contracts'
import { tenantDirectory } from '@crossdock/kernel/tenancy'
import { settings } from '@crossdock/kernel/settings'
import { DemoApi } from './api.js'
import { markBegun, markComplete, markOpened, readMark } from './mark.js'
import type { Partner } from './partner.js'
import { demoTenant, fillTenant } from './scenario.js'

async function findAdmin() {
  const { adminEmail, subdomain } = demoTenant
  return (await accounts.use().resolve(adminEmail, subdomain)).account
}

async function signIn(base: string): Promise<DemoApi> {
  const admin = await findAdmin()
  if (!admin) throw new Error(`The demo finds no account of ${demoTenant.adminEmail}.`)
  return new DemoApi(base).signIn(await signInLinks.use().create(admin.id))
}

/** Marks the demo as begun in a new installation. False if it is complete, or if the installation has organizations. */
async function beginIfNew(dataDir: string, partner: Partner): Promise<boolean> {
  const mark = await readMark(dataDir)
  if (mark) return !mark.isComplete
  if (await tenantRegistry.use().hasAny()) return false
  await markBegun(dataDir, demoTenant.subdomain, partner.port)
  return true
}

/**
 * Lets only the demo organization call its partner, which listens on this machine. Opens the address once, so that
 * an operator can close it permanently.
 */
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
 * Creates the demo organization in a new installation, and fills it over the product's own API. It signs in as the
 * administrator of the organization: a sign-in of the super administrator would end the printed sign-in links.
 * A killed first start is continued. Later starts, and starts on a restored database, change nothing.
 * @param base the address of this process's own API
 */
export async function runDemo(base: string, partner: Partner): Promise<void> {
  const { DATA_DIR, APP_URL } = settings.use()
  const isNew = await beginIfNew(DATA_DIR, partner)
  if (isNew && !(await findAdmin())) await tenantRegistry.use().create(demoTenant)
  await openPartner(DATA_DIR, partner)
  if (!isNew) return
  const api = await signIn(base)
  await fillTenant(api, partner)
  await api.signOut()
  await markComplete(DATA_DIR)
  console.log(
    `The demo organization "${demoTenant.name}" is ready: sign in at ${APP_URL}/login as\n` +
      `  ${demoTenant.adminEmail}, organization ${demoTenant.subdomain}\n`
  )
}
