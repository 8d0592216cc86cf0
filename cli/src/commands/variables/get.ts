import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { printable } from '../../output/format.js'
import { findVariable, variablesPath } from '../../api/variables.js'

/**
 * Prints only the value, for scripts.
 * @throws CliError for a secret, which cannot be read
 */
export async function getVariable(factory: Factory, name: string): Promise<void> {
  const variable = await findVariable(await factory.api(), variablesPath(factory), name)
  if (factory.flags.json) return factory.printJson(variable)
  if (variable.isSecret) {
    throw new CliError(ExitCode.refused, `${name} is a secret: its value cannot be read.`, {
      hint: `Set a new value: crossdock variables set ${name}`,
    })
  }
  const { stdout } = factory.streams
  const value = variable.value ?? ''
  // A program gets the exact value. On a terminal line breaks stay, and other control characters are escaped.
  const shown = stdout.isTTY ? value.split('\n').map(printable).join('\n') : value
  stdout.write(`${shown}\n`)
}
