import { pathToFileURL } from 'node:url'
import type { AddedPackage } from '@crossdock/backend/outside'
import type { Command } from 'commander'
import { CliError, ExitCode } from './errors.js'
import type { Factory } from './factory.js'

/**
 * Adds the commands of the installation's plugin packages. They are loaded only for an unknown noun and for the
 * help, so that built-in commands start equally fast.
 */
export async function addCommandsOfPlugins(
  program: Command,
  factory: Factory,
  args: string[]
): Promise<void> {
  const [noun = 'help'] = program.parseOptions(args).operands
  const isKnown = () => program.commands.some((command) => command.name() === noun)
  if (isKnown()) return
  const faults = await addAll(program, factory)
  if (noun !== 'help' && !isKnown() && faults[0]) throw faults[0]
  for (const { message } of faults) factory.note(message)
}

/** Adds the commands of every package. Returns the errors, so that one package does not affect the others. */
export async function addAll(program: Command, factory: Factory): Promise<CliError[]> {
  const module = await loadInstallation()
  if (!module) return []
  const folder = module.installedPluginsFolder(factory.env)
  let packages: AddedPackage[]
  try {
    const added = module.addedPackages(folder)
    packages = added.filter((one) => (one.cli || one.problem) && !one.disabled)
  } catch (cause) {
    return [new CliError(ExitCode.failure, (cause as Error).message, { cause })]
  }
  if (packages.length === 0) return []
  module.shareInstances(folder, packages)
  const faults: CliError[] = []
  for (const { name, cli, problem } of packages) {
    try {
      if (problem) throw new Error(`it ${problem}`)
      const { default: add } = await import(pathToFileURL(cli!).href)
      await add(program, factory)
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      const message = `The plugin package "${name}" could not add its commands: ${why}`
      faults.push(new CliError(ExitCode.failure, message, { cause }))
    }
  }
  return faults
}

/** Error codes of a missing backend package, and of one that contains only types. */
const absent = new Set<string | undefined>([
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
])

/** The module that reads the installation. Undefined for a command line without a server. */
async function loadInstallation() {
  try {
    return await import('@crossdock/backend/outside')
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}
