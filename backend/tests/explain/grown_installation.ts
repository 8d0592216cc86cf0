import { bootApp, migratedDatabase, type Caller, type TestApp } from '@crossdock/backend/testing'
import { copyRows } from '../../bench/row_copies.js'
import { installed } from '../../plugins.js'
import { furnishedTenant, startSystem, type FurnishedTenant } from '../matrix/furnished_tenant.js'
import { growing, manyRows } from './growing.js'

export interface GrownInstallation {
  app: TestApp
  /** The tenant with many rows in every growing table. */
  large: FurnishedTenant
  /** A new tenant in the same installation. */
  small: FurnishedTenant
  operator: Caller
  stop(): Promise<void>
}

/**
 * Creates one of everything with the product, copies the rows inside the database, and starts an application on
 * them.
 */
export async function grownInstallation(): Promise<GrownInstallation> {
  const database = await migratedDatabase(installed)
  const system = await startSystem()
  const settings = { EGRESS_ALLOW: ['127.0.0.1/32'] }
  const before = await bootApp({ database, settings })
  const large = await furnishedTenant(before, 'acme', system.url)
  const small = await furnishedTenant(before, 'globex', system.url)
  // While there are workers to send the mail.
  const operator = await before.superAdmin()
  // SQLite has one writer.
  await before.stop()
  system.close()
  for (const [table, { of, differ }] of Object.entries(growing)) {
    await copyRows(database, { table, of: of(large), count: manyRows, differ })
  }
  // Without workers, so that all traced statements belong to requests.
  const app = await bootApp({ database, settings: { ...settings, ROLE: 'web' } })
  return {
    app,
    large,
    small,
    operator,
    async stop() {
      await app.stop()
      await database.remove()
    },
  }
}
