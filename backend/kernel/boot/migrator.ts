import { statSync } from 'node:fs'
import type { ApplicationService } from '@adonisjs/core/types'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { lockSpace } from '../database/advisory_locks.js'
import { mainConnection, migrationConnection, sqliteFile } from '../database/config.js'
import { databaseManager, dialect } from '../database/database.js'
import { DatabaseRefused, type Login } from '../database/login.js'
import { ensureRoles, type Roles } from '../database/roles.js'
import { assertDatabaseRestored } from '../database/restoring.js'
import { claimNames, namesAreKept } from './installed_plugins.js'
import { assertKeyKnown } from './known_key.js'
import { migrate } from './migrations.js'
import { assertNotNewer } from './newer_database.js'
import { fixTableFigures } from '../database/table_figures.js'
import { makeUnknownAnalyser } from '../database/analyse.js'
import { indexTexts } from '../database/text_index_postgres.js'
import { raiseWall } from '../database/wall.js'
import { settings } from '../settings/index.js'

/** What the application must know of the database that was made ready for it. */
export interface Prepared {
  roles: Roles | null
  /** The application's login could change the tables, and so take row-level security off them. */
  ownsTables: boolean
  /** Why lists cannot be searched by an index; null when they can. */
  unindexed: string | null
}

/** Brings SQLite to the present schema. */
export async function migrateSqlite(app: ApplicationService): Promise<void> {
  await runMigrations(app, mainConnection)
  await fixTableFigures()
}

/**
 * Brings PostgreSQL to the present schema and puts up the wall between tenants: roles, policies,
 * rights. Safe to run from several processes at once.
 * @param login who the application signs in as, which may be another than who migrates
 * @throws DatabaseRefused when the login of the migrations is not fit for them.
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
      await raiseWall(lock, roles)
      const unindexed = await indexTexts(lock, roles)
      await makeUnknownAnalyser(lock)
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
      `MIGRATION_DATABASE_URL signs in as "${name}", a superuser. Give the tables to a login that is none (SECURITY.md shows how).`
    )
  }
  if (stranger) {
    throw new DatabaseRefused(
      `The login "${name}" cannot bring the tables up to date: they belong to "${stranger}". Set ` +
        `MIGRATION_DATABASE_URL to that login's address.`
    )
  }
}

/** An empty database is made in less; one with data may take minutes, in which nothing answers yet. */
const longMigrationMs = 3_000
const longMigration =
  'The database is being brought up to date. With much data this takes minutes; do not stop it.'

/** Of SQLite: what a migration takes seconds for. */
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
  // Before anything of another package's runs.
  if (kept) await claimNames(connection)
  const tell = () => logger.warn(longMigration)
  const telling = setTimeout(tell, longMigrationMs)
  // SQLite answers within the call: no timer comes between.
  await migrate(app, connectionName, () => isLargeFile() && tell()).finally(() =>
    clearTimeout(telling)
  )
  if (!kept) await claimNames(connection)
}
