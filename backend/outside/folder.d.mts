/** A package in the operator's folder, as its package.json tells of it. */
export interface OutsidePackage {
  name: string
  version: string
  /** Where it lies. */
  folder: string
  /** The range of kernels it works with. */
  kernel?: string
  /** The module of its screens. */
  console?: string
  /** The module of its verbs of the command line. */
  cli?: string
  /** It asks for operator rights. */
  operator: boolean
  /** Why it cannot be used, as it reads behind its name. */
  problem?: string
}

export interface AddedPackage extends OutsidePackage {
  /** The operator has left it out. */
  disabled: boolean
}

export function pluginsFolder(
  env: { CROSSDOCK_PLUGINS_DIR?: string; DATA_DIR?: string },
  root: string
): string
/** Where a change lies that was decided and is being put in its place. */
export function changed(folder: string): string
export function outsidePackages(folder: string): AddedPackage[]
export function describePackage(folder: string, name: string): OutsidePackage
