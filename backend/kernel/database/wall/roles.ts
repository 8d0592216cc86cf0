import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from '../drivers/login.js'

/** The database roles of the application. Neither can log in, and neither owns anything. */
export interface Roles {
  /** Sees the rows of one tenant. */
  tenant: string
  /** Sees the rows of all tenants. */
  operator: string
}

const longestName = 63

/** Returns the roles of a database. Roles exist once per server, so their names contain the name of the database. */
export function rolesOf(database: string): Roles {
  const fits = Buffer.byteLength(`${database}_operator`) <= longestName
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 16)
  const stem = fits ? database : `crossdock_${hash}`
  return { tenant: `${stem}_tenant`, operator: `${stem}_operator` }
}

interface RoleState {
  name: string
  present: boolean
  granted: boolean
}

/**
 * Creates the two roles if they are missing, and grants them to `login` if it may not use them yet. Only a
 * superuser or a login with CREATEROLE can do this.
 * @returns the roles. Null if the migrating login cannot do this and is `login` itself, which then works
 * without roles.
 * @throws DatabaseRefused if the migrating login cannot do this and is not `login`
 */
export async function ensureRoles(
  trx: TransactionClientContract,
  login: string
): Promise<Roles | null> {
  const { rows: facts } = await trx.rawQuery(
    `select current_database() as database, current_user as migrator, rolsuper or rolcreaterole as creates
     from pg_roles where rolname = current_user`
  )
  const { database, migrator, creates } = facts[0]
  const roles = rolesOf(database)
  const states = await stateOf(trx, roles, login)
  const absent = states.filter(({ present }) => !present).map(({ name }) => quote(name))
  const ungranted = states.filter(({ granted }) => !granted).map(({ name }) => quote(name))
  const missingSql = [
    ...absent.map((name) => `create role ${name};`),
    ...(ungranted.length > 0 ? [`grant ${ungranted.join(', ')} to ${quote(login)};`] : []),
  ].join(' ')
  if (!missingSql) return roles
  if (creates) {
    await trx.rawQuery(missingSql)
    return roles
  }
  if (migrator === login) return null
  const missing = absent.length > 0 ? 'create' : `grant to "${login}"`
  throw new DatabaseRefused(
    `Crossdock needs two PostgreSQL roles that "${migrator}" may not ${missing}. Ask an ` +
      `administrator of the server to run once:\n  ${missingSql}`
  )
}

/**
 * Returns SQL for whether a login may switch to a role. From PostgreSQL 16 on, a member of a role may lack this
 * privilege.
 */
export const maySetRole = (login: string, oid: string): string =>
  `pg_has_role(${login}, ${oid},
     case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`

async function stateOf(
  trx: TransactionClientContract,
  roles: Roles,
  login: string
): Promise<RoleState[]> {
  const { rows } = await trx.rawQuery(
    `select name, r.oid is not null as present, coalesce(${maySetRole('?', 'r.oid')}, false) as granted
     from unnest(?::text[]) as name left join pg_roles r on r.rolname = name`,
    [login, Object.values(roles)]
  )
  return rows
}

/** A name as an SQL identifier. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
