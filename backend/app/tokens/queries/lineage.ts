import { dialect, unscoped } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'

export interface TokenRow {
  id: string
  tenant_id: string | null
  user_id: string
  parent_id: string | null
  name: string
  scopes: string
  expires_at: string | null
  last_used_at: string | null
  environment_id: string | null
  is_active: boolean | number
}

/** Limits chains of tokens that create tokens, because each use walks up to the first one. */
const maxGenerations = 8

/** A token, found by its hash, and all its ancestors, itself first. Needs operator scope. */
export async function lineageOf(hash: string): Promise<TokenRow[]> {
  const found: unknown = await unscoped().rawQuery(
    `with recursive line as (
       select api_tokens.*, 0 as generation from api_tokens where token = ?
       union all
       select parent.*, line.generation + 1 from api_tokens parent
       join line on parent.id = line.parent_id
     )
     select * from line order by generation`,
    [hash]
  )
  return rowsIn(found)
}

/** The live descendants of a token. Needs operator scope. */
export async function liveDescendants(
  id: string
): Promise<{ id: string; tenant_id: string | null; name: string }[]> {
  const found: unknown = await unscoped().rawQuery(
    `with recursive line as (
       select id, tenant_id, name, is_active from api_tokens where parent_id = ?
       union all
       select child.id, child.tenant_id, child.name, child.is_active from api_tokens child
       join line on child.parent_id = line.id
     )
     select id, tenant_id, name from line where is_active order by id`,
    [id]
  )
  return rowsIn(found)
}

/** Narrows to the descendants of one or several tokens. */
export function whereDescendants(query: Narrowed, value: unknown): void {
  const ancestors = [value].flat().filter((id) => typeof id === 'string')
  query.whereRaw(
    `api_tokens.id in (
       with recursive line as (
         select id from api_tokens where parent_id in (${ancestors.map(() => '?').join() || 'null'})
         union
         select child.id from api_tokens child join line on child.parent_id = line.id
       )
       select id from line)`,
    ancestors
  )
}

interface Narrowed {
  whereRaw(sql: string, bindings: string[]): unknown
}

/**
 * Prevents a token from being revoked until the transaction that creates its child ends.
 * @throws Problem 401 if it was just revoked; 403 if the chain has too many generations
 */
export async function holdParent(id: string): Promise<void> {
  const query = unscoped().from('api_tokens').where({ id, is_active: true })
  // An SQLite transaction is the only writer anyway.
  if (dialect() === 'postgres') query.forUpdate()
  const parent: TokenRow | null = await query.first()
  if (!parent) throw new Problem(401, 'E_TOKEN', text('The API token was revoked.'))
  if ((await generationOf(parent)) < maxGenerations) return
  throw new Problem(
    403,
    'E_GRANT',
    text('Tokens can create tokens for at most {most} generations. Use an earlier token.', {
      most: maxGenerations,
    })
  )
}

async function generationOf({ parent_id }: TokenRow): Promise<number> {
  let generation = 1
  for (let id = parent_id; id; generation++) {
    const above: { parent_id: string | null } | null = await unscoped()
      .from('api_tokens')
      .select('parent_id')
      .where('id', id)
      .first()
    id = above?.parent_id ?? null
  }
  return generation
}

/** PostgreSQL's driver returns an object with rows, SQLite's returns the rows. */
export function rowsIn<T>(found: unknown): T[] {
  return Array.isArray(found) ? found : (found as { rows: T[] }).rows
}
