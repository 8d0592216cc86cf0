/** A package in the operator's folder, as described by its package.json. */
export interface AddedPackage {
  name: string
  version: string
  /** Path of the package. */
  folder: string
  /** The supported range of kernel versions. */
  kernel?: string
  /** The module of its screens. */
  console?: string
  /** The module of its CLI commands. */
  cli?: string
  /** Whether it requests operator rights. */
  operator: boolean
  /** Why the package cannot be used, as a sentence part that follows its name. */
  problem?: string
}

export interface AddedPackage extends AddedPackage {
  /** Whether the operator disabled it. */
  disabled: boolean
}

export function pluginsFolder(
  env: { CROSSDOCK_PLUGINS_DIR?: string; DATA_DIR?: string },
  root: string
): string
/** The folder of a decided change that is being moved into place. */
export function changed(folder: string): string
export function addedPackages(folder: string): AddedPackage[]
export function describePackage(folder: string, name: string): AddedPackage
