import { describePlugins } from './plugins.js'

/** Counts the installed plugins and their contributions of each kind; GET /plugins lists them. */
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
