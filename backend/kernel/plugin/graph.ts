import semver from 'semver'
import { clock } from '../ground/clock.js'
import { kernelVersion } from '../ground/version.js'
import { nextTime } from '../jobs/cron.js'
import type { PluginDeclaration } from './define_plugin.js'

/** A set of plugins that cannot work together. The message names the plugins and the reason. */
export class PluginGraphError extends Error {
  override name = 'PluginGraphError'
}

function refuse(message: string): never {
  throw new PluginGraphError(message)
}

/**
 * Checks all declarations together and sorts them by dependency.
 * @throws PluginGraphError on a duplicate, a missing or cyclic dependency, an incompatible range, an event
 * shown to people without a permission, an event whose permission no plugin declares, a schedule that is never
 * due, or a contribution to an undeclared extension point
 */
export function orderPlugins(plugins: readonly PluginDeclaration[]): PluginDeclaration[] {
  const byName = new Map<string, PluginDeclaration>()
  for (const plugin of plugins) {
    const other = byName.get(plugin.name)
    if (other) refuse(`Plugin "${plugin.name}" is installed twice${origins(other, plugin)}.`)
    byName.set(plugin.name, plugin)
  }
  for (const plugin of plugins) {
    checkName(plugin)
    checkKeys(plugin)
    if (plugin.compatibility) assertCompatible(plugin.name, plugin.compatibility)
  }
  checkUnique(plugins, 'permission', (plugin) => plugin.permissions?.map(({ name }) => name))
  checkUnique(plugins, 'event type', (plugin) => plugin.eventTypes?.map(({ name }) => name))
  checkUnique(plugins, 'schedule', (plugin) => plugin.schedules?.map(({ name }) => name))
  checkUnique(plugins, 'extension point', (plugin) => plugin.extensionPoints?.map(({ id }) => id))
  checkContributions(plugins)
  plugins.forEach(checkEventTypes)
  checkEventPermissions(plugins)
  plugins.forEach(checkSchedules)
  return topological(plugins, byName)
}

/** All keys of a declaration. The type makes it impossible to forget a new key here. */
const declarationKeys: Record<keyof PluginDeclaration, true> = {
  name: true,
  version: true,
  compatibility: true,
  operator: true,
  package: true,
  dependsOn: true,
  migrations: true,
  environmentTables: true,
  permissions: true,
  eventTypes: true,
  texts: true,
  extensionPoints: true,
  contributes: true,
  operations: true,
  publicApi: true,
  jobs: true,
  schedules: true,
  consumers: true,
  commands: true,
  healthChecks: true,
  register: true,
  boot: true,
  start: true,
  ready: true,
  shutdown: true,
}

/** The origins of two plugins of the same name, if a package is involved. */
function origins(one: PluginDeclaration, other: PluginDeclaration): string {
  if (!one.package && !other.package) return ''
  const from = ({ package: name }: PluginDeclaration) =>
    name ? `by the package "${name}"` : 'with Crossdock'
  return `: ${from(one)} and ${from(other)}`
}

/** The name is part of recorded migrations, and people type it. */
function checkName({ name }: PluginDeclaration): void {
  if (/^[a-z][a-z0-9_-]*$/.test(name)) return
  refuse(
    `Plugin "${name}": a name consists of lower-case letters, digits, "-" and "_" and begins with a letter.`
  )
}

/** A misspelled key would be ignored silently. */
function checkKeys(plugin: PluginDeclaration): void {
  const unknown = Object.keys(plugin).find((key) => !Object.hasOwn(declarationKeys, key))
  if (!unknown) return
  const known = Object.keys(declarationKeys).join(', ')
  refuse(`Plugin "${plugin.name}" declares "${unknown}", which does not exist. Known: ${known}.`)
}

/** Without a permission, the event would be shown to all people. */
function checkEventTypes({ name, eventTypes = [] }: PluginDeclaration): void {
  const open = eventTypes.find((type) => type.activity && type.permission === undefined)
  if (!open) return
  refuse(
    `Plugin "${name}": the event type "${open.name}" has a sentence for people and no "permission". Set the permission to read its data, or null for all people.`
  )
}

/** Refuses events that no person could ever be allowed to read. */
function checkEventPermissions(plugins: readonly PluginDeclaration[]): void {
  const declared = new Set(plugins.flatMap((p) => p.permissions?.map(({ name }) => name) ?? []))
  for (const plugin of plugins) {
    for (const { name, permission } of plugin.eventTypes ?? []) {
      if (!permission || declared.has(permission.name)) continue
      refuse(
        `Plugin "${plugin.name}": the event type "${name}" is read by "${permission.name}", which no plugin declares.`
      )
    }
  }
}

function checkSchedules(plugin: PluginDeclaration): void {
  for (const { name, cron, timeZone = 'UTC' } of plugin.schedules ?? []) {
    try {
      nextTime(cron, timeZone, clock.date())
    } catch (error) {
      refuse(`Plugin "${plugin.name}": schedule "${name}": ${(error as Error).message}`)
    }
  }
}

/** @throws PluginGraphError when this kernel is not in the range; `name` is the plugin's or its package's */
export function assertCompatible(name: string, range: string): void {
  if (!semver.validRange(range)) {
    refuse(`Plugin "${name}": compatibility "${range}" is not a version range.`)
  }
  if (!semver.satisfies(kernelVersion, range)) {
    refuse(`Plugin "${name}" needs kernel ${range}; this is ${kernelVersion}.`)
  }
}

function checkUnique(
  plugins: readonly PluginDeclaration[],
  what: string,
  names: (plugin: PluginDeclaration) => string[] | undefined
): void {
  const owners = new Map<string, string>()
  for (const plugin of plugins) {
    for (const name of names(plugin) ?? []) {
      const owner = owners.get(name)
      if (owner) refuse(`Plugins "${owner}" and "${plugin.name}" both declare ${what} "${name}".`)
      owners.set(name, plugin.name)
    }
  }
}

function checkContributions(plugins: readonly PluginDeclaration[]): void {
  const points = new Set(plugins.flatMap((p) => p.extensionPoints?.map(({ id }) => id) ?? []))
  for (const plugin of plugins) {
    for (const { point } of plugin.contributes ?? []) {
      if (!points.has(point)) {
        refuse(`Plugin "${plugin.name}" contributes to "${point}", which no plugin declares.`)
      }
    }
  }
}

function topological(
  plugins: readonly PluginDeclaration[],
  byName: Map<string, PluginDeclaration>
): PluginDeclaration[] {
  const ordered = new Set<PluginDeclaration>()
  const visit = (plugin: PluginDeclaration, path: string[]): void => {
    if (ordered.has(plugin)) return
    if (path.includes(plugin.name)) {
      refuse(`Plugins depend on each other in a circle: ${[...path, plugin.name].join(' → ')}.`)
    }
    for (const name of plugin.dependsOn ?? []) {
      const dependency = byName.get(name)
      if (!dependency) refuse(`Plugin "${plugin.name}" needs "${name}", which is not installed.`)
      visit(dependency, [...path, plugin.name])
    }
    ordered.add(plugin)
  }
  for (const plugin of plugins) visit(plugin, [])
  return [...ordered]
}
