import type { ApplicationService } from '@adonisjs/core/types'
import type { Settings } from '../settings/index.js'
import {
  DatabaseRefused,
  inspectLogin,
  describeDriverError,
  type Login,
} from '../database/drivers/login.js'
import { migratePostgres, migrateSqlite, type Prepared } from './migrator.js'
import { assertDatabaseAnswers } from '../database/connections/reachable.js'
import { assertFolderRestored } from '../database/restoring.js'
import { databaseState } from '../database/state.js'

/**
 * Prepares the database: checks the application's login, migrates, sets up tenant isolation, and records
 * warnings for the operator.
 * @throws DatabaseRefused with a sentence that says what to change.
 */
export async function prepareDatabase(app: ApplicationService, settings: Settings): Promise<void> {
  assertFolderRestored(settings.DATA_DIR)
  if (!settings.DATABASE_URL) return migrateSqlite(app)
  const production = settings.NODE_ENV === 'production'
  const login = await inspectLogin(settings.DATABASE_URL)
  if (production && login.bypasses) throw new DatabaseRefused(`${pastPolicies(login)} ${advice}`)
  if (settings.MIGRATION_DATABASE_URL) await assertOwnerSignsIn(settings.MIGRATION_DATABASE_URL)
  const prepared = await migratePostgres(app, login, production)
  const state = databaseState()
  state.roles = prepared.roles
  state.warnings = warningsOf(login, prepared)
  state.unindexed = prepared.unindexed && `${slowSearch} (${prepared.unindexed})`
}

/**
 * Checks that the login of MIGRATION_DATABASE_URL can connect. Otherwise its error would look like an error
 * of DATABASE_URL.
 */
async function assertOwnerSignsIn(url: string): Promise<void> {
  await assertDatabaseAnswers(url).catch(({ cause }: DatabaseRefused) => {
    throw new DatabaseRefused(
      `MIGRATION_DATABASE_URL cannot be used: ${describeDriverError(cause)}.`
    )
  })
}

const advice =
  'Use a login that owns nothing, and set MIGRATION_DATABASE_URL to the one that ' +
  'owns the tables (docs/operation/scale-out.md shows the four lines to run).'

const pastPolicies = ({ name }: Login) =>
  `DATABASE_URL signs in as "${name}", which is a superuser or has BYPASSRLS: row-level security, ` +
  'which isolates tenants in the database, does not apply to it.'

const slowSearch =
  'Searches read lists row by row: PostgreSQL has no trigram index for them. Ask an administrator of the database to run ' +
  '"create extension pg_trgm; create extension btree_gin" and start Crossdock again.'

function warningsOf(login: Login, { roles, ownsTables }: Prepared): string[] {
  const warnings: string[] = []
  if (login.bypasses) warnings.push(`${pastPolicies(login)} Production refuses it. ${advice}`)
  else if (ownsTables) {
    warnings.push(
      `DATABASE_URL signs in as "${login.name}", which owns the tables and could take row-level ` +
        `security, which isolates tenants, off them. ${advice}`
    )
  }
  if (!roles) {
    warnings.push(
      `The login "${login.name}" may not create roles, so tenants' work and the operator's share it ` +
        'and only a connection setting separates them. docs/operation/scale-out.md shows how to create the roles.'
    )
  }
  return warnings
}
