import type { ApplicationService } from '@adonisjs/core/types'
import type { Settings } from '../settings/index.js'
import { DatabaseRefused, inspectLogin, wordsOf, type Login } from '../database/login.js'
import { migratePostgres, migrateSqlite, type Prepared } from './migrator.js'
import { assertDatabaseAnswers } from '../database/reachable.js'
import { assertFolderRestored } from '../database/restoring.js'
import { databaseState } from '../database/state.js'

/**
 * Makes the database ready: looks at who the application is to it, migrates it, puts up the wall
 * between tenants and notes what the operator should know.
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

/** Its errors would read as if they were of DATABASE_URL. */
async function assertOwnerSignsIn(url: string): Promise<void> {
  await assertDatabaseAnswers(url).catch(({ cause }: DatabaseRefused) => {
    throw new DatabaseRefused(`MIGRATION_DATABASE_URL cannot be used: ${wordsOf(cause)}.`)
  })
}

const advice =
  'Let it sign in as a login that owns nothing, and set MIGRATION_DATABASE_URL to the one that ' +
  'owns the tables (SECURITY.md shows the four lines to run).'

const pastPolicies = ({ name }: Login) =>
  `DATABASE_URL signs in as "${name}", which is a superuser or has BYPASSRLS: row-level security, ` +
  'which keeps tenants apart in the database, does not hold it.'

const slowSearch =
  'Searching reads lists row by row: PostgreSQL has no trigram index for them. Let an administrator of the database run ' +
  '"create extension pg_trgm; create extension btree_gin" and start Crossdock again.'

function warningsOf(login: Login, { roles, ownsTables }: Prepared): string[] {
  const warnings: string[] = []
  if (login.bypasses) warnings.push(`${pastPolicies(login)} Production refuses it. ${advice}`)
  else if (ownsTables) {
    warnings.push(
      `DATABASE_URL signs in as "${login.name}", which owns the tables and could take row-level ` +
        `security, which keeps tenants apart, off them. ${advice}`
    )
  }
  if (!roles) {
    warnings.push(
      `The login "${login.name}" may not make roles, so tenants' work and the operator's share it ` +
        'and only the tag of a connection tells them apart. SECURITY.md shows how to make them.'
    )
  }
  return warnings
}
