import { afterCommit } from '../database/database.js'
import { currentContext } from '../ground/context.js'
import { announce } from './announce.js'
import { tenantOf } from './lane.js'
import { present, sql } from './sql.js'

/** Matches the unique index. */
const withKey = `coalesce(tenant_id, '-') = ? and name = ? and unique_key = ?`

const bindings = (name: string, uniqueKey: string): string[] => [
  tenantOf({ tenant_id: currentContext().tenantId }),
  name,
  uniqueKey,
]

/** Whether the current tenant (in operator scope: none) has a waiting or running job of this name and key. */
export async function hasJob(name: string, uniqueKey: string): Promise<boolean> {
  const found = await sql(
    `select id from jobs where ${withKey} and state <> 'failed'`,
    bindings(name, uniqueKey)
  )
  return found.length > 0
}

/** Makes the current tenant's scheduled job of this name and key due now. */
export async function hastenJob(name: string, uniqueKey: string): Promise<void> {
  await sql(
    `update jobs set run_at = ${present()}, scheduled_at = ${present()}
     where ${withKey} and state = 'scheduled' returning id`,
    bindings(name, uniqueKey)
  )
  afterCommit(() => announce({ kind: 'work', dueInMs: 0 }))
}
