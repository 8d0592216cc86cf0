import { describePlugins } from './plugins.js'

/** The installed plugins, and how many of each kind they contribute; GET /plugins names them. */
export async function pluginFigures() {
  const plugins = await describePlugins()
  return plugins.map(({ name, version, package: from, operator, contributions, health }) => ({
    name,
    version,
    package: from,
    operator,
    status: health.status,
    contributions: [...Map.groupBy(contributions, ({ kind }) => kind)].map(([kind, all]) => ({
      kind,
      count: all.length,
    })),
  }))
}
