import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DatabaseRefused } from './login.js'

/** The roles the application works as; neither logs in, neither owns anything. */
export interface Roles {
  /** Sees the rows of one tenant. */
  tenant: string
  /** Sees every tenant's rows. */
  operator: string
}

const longestName = 63

/** Roles belong to a whole server, so each database has its own two, named after it. */
export function rolesOf(database: string): Roles {
  const fits = Buffer.byteLength(`${database}_operator`) <= longestName
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 16)
  const stem = fits ? database : `crossdock_${hash}`
  return { tenant: `${stem}_tenant`, operator: `${stem}_operator` }
}

interface Standing {
  name: string
  present: boolean
  granted: boolean
}

/**
 * Makes the two roles and lets `login` take them, as far as they are missing and the migrating
 * login may.
 * @returns null when it may not and `login` is the migrating login itself, which then works as
 * what it is. @throws DatabaseRefused when it may not and they are two.
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
  const standing = await standingOf(trx, roles, login)
  const absent = standing.filter(({ present }) => !present).map(({ name }) => quote(name))
  const ungranted = standing.filter(({ granted }) => !granted).map(({ name }) => quote(name))
  const lacking = [
    ...absent.map((name) => `create role ${name};`),
    ...(ungranted.length > 0 ? [`grant ${ungranted.join(', ')} to ${quote(login)};`] : []),
  ].join(' ')
  if (!lacking) return roles
  if (creates) {
    await trx.rawQuery(lacking)
    return roles
  }
  if (migrator === login) return null
  throw new DatabaseRefused(
    `Crossdock works in PostgreSQL as two roles that "${migrator}" may not make. Let an ` +
      `administrator of the server run once:\n  ${lacking}`
  )
}

async function standingOf(
  trx: TransactionClientContract,
  roles: Roles,
  login: string
): Promise<Standing[]> {
  // From 16 on a membership may come without the right to take the role.
  const { rows } = await trx.rawQuery(
    `select name, r.oid is not null as present,
       coalesce(pg_has_role(?, r.oid,
         case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end
       ), false) as granted
     from unnest(?::text[]) as name left join pg_roles r on r.rolname = name`,
    [login, Object.values(roles)]
  )
  return rows
}

/** A name as an SQL identifier. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
