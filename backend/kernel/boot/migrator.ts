import { statSync } from 'node:fs'
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { lockSpace } from '../database/advisory_locks.js'
import { mainConnection, migrationConnection, sqliteFile } from '../database/connections/config.js'
import { databaseManager, dialect } from '../database/database.js'
import { DatabaseRefused, type Login } from '../database/drivers/login.js'
import { ensureRoles, type Roles } from '../database/wall/roles.js'
import { assertDatabaseRestored } from '../database/restoring.js'
import { claimNames, namesAreKept } from './installed_plugins.js'
import { assertKeyKnown } from './known_key.js'
import { migrate } from './migrations.js'
import { assertNotNewer } from './newer_database.js'
import { fixTableFigures } from '../database/sqlite/table_figures.js'
import { ensureUnknownAnalyzer } from '../database/schema/analyse.js'
import { indexTexts } from '../database/text_index/text_index_postgres.js'
import { enforceIsolation } from '../database/wall/wall.js'
import { settings } from '../settings/index.js'

/** Facts about the prepared database for the application. */
export interface Prepared {
  roles: Roles | null
  /** The application's login owns the tables and could disable row-level security. */
  ownsTables: boolean
  /** Why lists have no search index; null when they have. */
  unindexed: string | null
}

/** Migrates SQLite to the current schema. */
export async function migrateSqlite(app: ApplicationService): Promise<void> {
  await runMigrations(app, mainConnection)
  await fixTableFigures()
}

/**
 * Migrates PostgreSQL to the current schema and sets up tenant isolation: roles, policies, privileges. Safe to
 * run from several processes at the same time.
 * @param login the application's login, which may differ from the migrating one
 * @throws DatabaseRefused when the migrating login is unsuitable.
 */
export async function migratePostgres(
  app: ApplicationService,
  login: Login,
  production: boolean
): Promise<Prepared> {
  const connection = databaseManager().connection(migrationConnection)
  try {
    return await connection.transaction(async (lock) => {
      await lock.rawQuery('select pg_advisory_xact_lock(?, 0)', [lockSpace.preparing])
      await assertFit(lock, login, production)
      await assertDatabaseRestored(lock)
      await runMigrations(app, migrationConnection)
      const roles = await ensureRoles(lock, login.name)
      await enforceIsolation(lock, roles)
      const unindexed = await indexTexts(lock, roles)
      await ensureUnknownAnalyzer(lock)
      const { rows } = await lock.rawQuery(
        `select pg_has_role(?, relowner, 'MEMBER') as owns from pg_class
         where oid = 'public.tenants'::regclass`,
        [login.name]
      )
      return { roles, ownsTables: rows[0].owns, unindexed }
    })
  } finally {
    await databaseManager().manager.close(migrationConnection)
  }
}

async function assertFit(
  trx: TransactionClientContract,
  login: Login,
  production: boolean
): Promise<void> {
  const { rows } = await trx.rawQuery(
    `select current_user as name, current_database() as database, rolsuper as super,
       (select pg_get_userbyid(relowner) from pg_class
        where oid = to_regclass('public.tenants') and not pg_has_role(relowner, 'MEMBER')) as stranger
     from pg_roles where rolname = current_user`
  )
  const { name, database, super: isSuper, stranger } = rows[0]
  if (database !== login.database) {
    throw new DatabaseRefused(
      `MIGRATION_DATABASE_URL leads to the database "${database}", DATABASE_URL to "${login.database}": both must name the same.`
    )
  }
  if (production && isSuper) {
    throw new DatabaseRefused(
      `MIGRATION_DATABASE_URL signs in as "${name}", a superuser. Make a login without superuser rights the owner of the tables (docs/operation/scale-out.md shows how).`
    )
  }
  if (stranger) {
    throw new DatabaseRefused(
      `The login "${name}" cannot bring the tables up to date: they belong to "${stranger}". Set ` +
        `MIGRATION_DATABASE_URL to that login's address.`
    )
  }
}

/**
 * Migrations of an empty database take less time. With data they may take minutes, during which the server
 * does not answer.
 */
const longMigrationMs = 3_000
const longMigration =
  'The database is being brought up to date. With much data this takes minutes; do not stop it.'

/** SQLite only: from this size on, migrations may take seconds. */
const largeBytes = 100 * 1024 ** 2
const isLargeFile = () =>
  dialect() === 'sqlite' && (statSync(sqliteFile(settings.use()), quietly)?.size ?? 0) > largeBytes
const quietly = { throwIfNoEntry: false } as const

async function runMigrations(app: ApplicationService, connectionName: string): Promise<void> {
  const logger = await app.container.make('logger')
  const connection = databaseManager().connection(connectionName)
  await assertNotNewer(connection, app.appRoot)
  await assertKeyKnown(connection, settings.use())
  const kept = await namesAreKept(connection)
  // Before any code of another package runs.
  if (kept) await claimNames(connection)
  const warn = () => logger.warn(longMigration)
  const warningTimer = setTimeout(warn, longMigrationMs)
  // SQLite runs synchronously, so the timer would not fire.
  await migrate(app, connectionName, () => isLargeFile() && warn()).finally(() =>
    clearTimeout(warningTimer)
  )
  if (!kept) await claimNames(connection)
}
