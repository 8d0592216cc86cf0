import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { unscoped } from '../database/database.js'
import { sameJson } from '../json/index.js'
import { knownPlugins, readContributions, type ContributedNames } from '../plugin/known_plugins.js'
import { PluginGraphError } from '../plugin/graph.js'
import { pluginHost } from '../plugin/host.js'

const table = 'installed_plugins'

/** Whether names are recorded: an empty database lacks the table. */
export const namesAreKept = (client: QueryClientContract): Promise<boolean> =>
  client.getReadClient().schema.hasTable(table)

/**
 * Records which package owns the name of each installed plugin. Data stored under a name (migrations, rows,
 * secrets) belongs to the package that used it first.
 * @throws PluginGraphError when another package contains a plugin with a taken name
 */
export async function claimNames(client: QueryClientContract): Promise<void> {
  const rows = await client.from(table).select('name', 'package')
  const owners = new Map<string, string | null>(rows.map((row) => [row.name, row.package]))
  const claimed = pluginHost.use().plugins.map(({ name, package: from = null }) => {
    const owner = owners.get(name)
    if (owner !== undefined && owner !== from) throw taken(name, from, owner)
    return { name, package: from, brings: '{}' }
  })
  const unknown = claimed.filter(({ name }) => !owners.has(name))
  if (unknown.length > 0) await client.insertQuery().table(table).multiInsert(unknown)
}

function taken(name: string, from: string | null, owner: string | null): PluginGraphError {
  const whose = (one: string | null) => (one ? `the package "${one}"` : 'Crossdock itself')
  return new PluginGraphError(
    `Plugin "${name}" now comes from ${whose(from)}, but the data stored under that name belongs to ${whose(owner)}. ` +
      'Install the former package again, or see "What stays behind" in docs/plugins.md for how to hand the name over.'
  )
}

/**
 * Records the stored names that each plugin contributes, so that a removed plugin can still be described. As
 * operator.
 */
export async function recordContributions(): Promise<void> {
  const rows = await unscoped().from(table).select('name', 'package', 'brings')
  const host = pluginHost.use()
  const points = host.plugins.flatMap(({ extensionPoints = [] }) => extensionPoints)
  const before = rows.map((row) => ({ ...row, brings: readContributions(row.brings) }))
  const now = before.map((row) => {
    const brings: ContributedNames = { ...row.brings }
    for (const point of points.filter(({ stored }) => stored)) {
      const names = point
        .entries()
        .flatMap(([name]) => (point.contributor(name) === row.name ? name : []))
      const all = [...new Set([...(row.brings[point.id] ?? []), ...names])].sort()
      if (all.length > 0) brings[point.id] = all
    }
    return { ...row, brings }
  })
  for (const [at, { name, brings }] of now.entries()) {
    if (sameJson(brings, before[at]!.brings)) continue
    await unscoped()
      .from(table)
      .where({ name })
      .update({ brings: JSON.stringify(brings) })
  }
  knownPlugins.provide(now)
}
