import {
  assertCompatible,
  inPhase,
  PluginFault,
  type PluginDeclaration,
} from '@crossdock/kernel/plugin'
import { SettingsError } from '@crossdock/kernel/settings'
import { outsidePackages, type OutsidePackage } from './folder.mjs'
import { shareInstances } from './hooks.js'

/**
 * The plugins of the packages in the operator's folder, but for those the operator left out. All of them are looked at
 * before the code of any is loaded.
 * @throws PluginFault naming the package that cannot be used, and why; SettingsError for a file that cannot be read
 */
export async function loadOutside(folder: string): Promise<PluginDeclaration[]> {
  const packages = packagesIn(folder).filter(({ disabled }) => !disabled)
  if (packages.length === 0) return []
  packages.forEach(assertUsable)
  const entryOf = shareInstances(folder, packages)
  return Promise.all(packages.map((found) => load(found, entryOf(found.name))))
}

function packagesIn(folder: string) {
  try {
    return outsidePackages(folder)
  } catch (error) {
    // A file that is no JSON: which package it is of is not known.
    throw new SettingsError([(error as Error).message])
  }
}

function assertUsable({ name, kernel, problem }: OutsidePackage): void {
  if (problem)
    throw new PluginFault(name, 'looking at its package', `the package "${name}" ${problem}`)
  assertCompatible(name, kernel!)
}

async function load(found: OutsidePackage, entry: string): Promise<PluginDeclaration> {
  const { name, version, operator } = found
  const { default: declaration } = await inPhase(name, 'being loaded', () => import(entry))
  if (typeof declaration?.name !== 'string') {
    throw new PluginFault(
      name,
      'being loaded',
      'its main module has no default export made by definePlugin().'
    )
  }
  // What the package says of itself is said once.
  return Object.freeze({ ...declaration, version, operator, package: name })
}
