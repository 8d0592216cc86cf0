import { pathToFileURL } from 'node:url'
import type { OutsidePackage } from '@crossdock/backend/outside'
import type { Command } from 'commander'
import { CliError, ExitCode } from './errors.js'
import type { Factory } from './factory.js'

/**
 * Adds the verbs of the plugin packages of the installation this command line belongs to. They are loaded when the
 * noun is none of ours, and for the help: our own commands start as fast with them as without.
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

/** Adds the verbs of every package; what cannot be added is returned, and does not keep the others from it. */
export async function addAll(program: Command, factory: Factory): Promise<CliError[]> {
  const beside = await installation()
  if (!beside) return []
  const folder = beside.folderBeside(factory.env)
  let packages: OutsidePackage[]
  try {
    const added = beside.outsidePackages(folder)
    packages = added.filter((one) => (one.cli || one.problem) && !one.disabled)
  } catch (cause) {
    return [new CliError(ExitCode.failure, (cause as Error).message, { cause })]
  }
  if (packages.length === 0) return []
  beside.shareInstances(folder, packages)
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

/** What knows the installation; a command line that was installed alone has none. */
async function installation() {
  try {
    return await import('@crossdock/backend/outside')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
