import type { StoredNames } from '../ground/extension_point.js'
import { parseJson } from '../json/index.js'
import { readContributions } from '../plugin/known_plugins.js'
import type { DatabaseReader } from './read_database.js'

interface Point {
  id: string
  stored?: StoredNames | undefined
}

/**
 * Lists stored data that needs a package's plugins: `workflows with its steps (follow_place): 2`.
 * @param points all extension points; the package's contributions to them are recorded
 * @param made tables created by the package's migrations
 */
export async function findUses(
  from: string,
  points: readonly Point[],
  made: readonly string[],
  { ask, tables }: DatabaseReader
): Promise<string[]> {
  if (!tables.has('installed_plugins')) return []
  const plugins = await ask<{ package: string | null; brings: string }>(
    'select package, brings from installed_plugins'
  )
  const brought = plugins
    .filter((one) => one.package === from)
    .map((one) => readContributions(one.brings))
  const uses: string[] = []
  for (const { id, stored } of points) {
    const names = brought.flatMap((brings) => brings[id] ?? [])
    if (!stored || names.length === 0) continue
    const { what, table, column } = stored
    const rows = await ask<{ held: unknown }>(`select ${column} as held from ${table}`)
    const used = new Set<string>()
    const count = rows.filter(({ held }) => {
      const found = names.filter((name) => namesIn(held).has(name))
      for (const name of found) used.add(name)
      return found.length > 0
    }).length
    if (count > 0) uses.push(`${what} (${[...used].sort().join(', ')}): ${count}`)
  }
  for (const table of made.filter((name) => tables.has(name))) {
    const [row] = await ask<{ count: number }>(`select count(*) as count from ${table}`)
    if (Number(row?.count) > 0) uses.push(`rows in its table ${table}: ${row!.count}`)
  }
  return uses
}

/** Returns the name in a column, or every `type` of the objects in its JSON. */
function namesIn(held: unknown): Set<string> {
  const text = String(held)
  if (!/^[[{]/.test(text)) return new Set([text])
  const names = new Set<string>()
  const waiting = [parseJson(text)]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [name, part] of Object.entries(next)) {
      if (name === 'type' && typeof part === 'string') names.add(part)
      else waiting.push(part)
    }
  }
  return names
}
