import {
  assertCompatible,
  inPhase,
  PluginFault,
  type PluginDeclaration,
} from '@crossdock/kernel/plugin'
import { SettingsError } from '@crossdock/kernel/settings'
import { addedPackages, type AddedPackage } from './folder.mjs'
import { shareInstances } from './hooks.js'

/**
 * Loads the plugins of the packages in the operator's folder, except disabled ones. Checks all of them before
 * it loads any code.
 * @throws PluginFault that names the unusable package and the reason; SettingsError for a file that cannot be
 *   read
 */
export async function loadAddedPlugins(folder: string): Promise<PluginDeclaration[]> {
  const packages = packagesIn(folder).filter(({ disabled }) => !disabled)
  if (packages.length === 0) return []
  packages.forEach(assertUsable)
  const entryOf = shareInstances(folder, packages)
  return Promise.all(packages.map((found) => load(found, entryOf(found.name))))
}

function packagesIn(folder: string) {
  try {
    return addedPackages(folder)
  } catch (error) {
    // Invalid JSON: the file's package is unknown.
    throw new SettingsError([(error as Error).message])
  }
}

function assertUsable({ name, kernel, problem }: AddedPackage): void {
  if (problem)
    throw new PluginFault(name, 'looking at its package', `the package "${name}" ${problem}`)
  assertCompatible(name, kernel!)
}

async function load(found: AddedPackage, entry: string): Promise<PluginDeclaration> {
  const { name, version, operator } = found
  const { default: declaration } = await inPhase(name, 'being loaded', () => import(entry))
  if (typeof declaration?.name !== 'string') {
    throw new PluginFault(
      name,
      'being loaded',
      'its main module has no default export made by definePlugin().'
    )
  }
  // The package.json is the only source of these values.
  return Object.freeze({ ...declaration, version, operator, package: name })
}
