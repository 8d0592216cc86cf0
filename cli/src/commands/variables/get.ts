import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { printable } from '../../output/format.js'
import { findVariable, variablesPath } from './path.js'

/** Prints the value and nothing else, for scripts. @throws CliError of a secret, which nobody can read */
export async function getVariable(factory: Factory, name: string): Promise<void> {
  const variable = await findVariable(await factory.api(), variablesPath(factory), name)
  if (factory.flags.json) return factory.printJson(variable)
  if (variable.isSecret) {
    throw new CliError(ExitCode.refused, `${name} is a secret: its value cannot be read.`, {
      hint: `Set it anew: crossdock variables set ${name}`,
    })
  }
  const { stdout } = factory.streams
  const value = variable.value ?? ''
  // Programs get it as it is; on a terminal it may have lines, and nothing that steers it.
  const shown = stdout.isTTY ? value.split('\n').map(printable).join('\n') : value
  stdout.write(`${shown}\n`)
}
