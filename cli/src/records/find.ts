import type { ApiClient } from '../api/client.js'
import { pick } from '../find.js'
import { isId } from '../ids.js'
import type { RecordKind } from './kind.js'

/** Finds a record by its full id, its exact name or part of its id. */
export async function findRecord<T extends { id: string; name: string }>(
  api: ApiClient,
  kind: RecordKind<T>,
  typed: string
): Promise<T> {
  if (isId(typed)) return api.get<T>(`${kind.path}/${typed.toLowerCase()}`)
  return pick(await api.all<T>(kind.path, {}), typed, {
    one: kind.one,
    list: `crossdock ${kind.noun} list`,
    ids: (row) => [row.id],
    name: (row) => row.name,
    about: (row) => [row.name, kind.about(row)].filter(Boolean).join(', '),
  })
}
