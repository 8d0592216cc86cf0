import { text } from 'node:stream/consumers'
import type { EnvironmentVariable } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { variablesByName, variablesPath } from '../../api/variables.js'

export interface SetVariableOptions {
  value?: string
  secret?: boolean
  description?: string
}

/** Adds a variable, or changes an existing one. A secret stays a secret. */
export async function setVariable(
  factory: Factory,
  name: string,
  { value: given, secret, description }: SetVariableOptions
): Promise<void> {
  const api = await factory.api()
  const path = variablesPath(factory)
  const before = (await variablesByName(api, path)).get(name)
  const value = given ?? (await readValue(factory, name))
  const body = {
    value,
    ...(secret ? { isSecret: true } : {}),
    ...(description === undefined ? {} : { description: description || null }),
  }
  const variable = before
    ? ((await (
        await api.send('PUT', `${path}/${before.id}`, { json: body })
      ).json()) as EnvironmentVariable)
    : await api.post<EnvironmentVariable>(path, { name, ...body })
  if (factory.flags.json) return factory.printJson(variable)
  const kind = variable.isSecret ? 'secret' : 'variable'
  factory.say(`${before ? 'Changed' : 'Added'} the ${kind} ${name}.`)
}

/**
 * Reads the value from standard input, so that a secret is not in the shell history. Drops the final line break
 * that programs add.
 */
async function readValue(factory: Factory, name: string): Promise<string> {
  if (factory.prompter.interactive) {
    return factory.prompter.valueOrAsk(undefined, { message: `Value of ${name}`, flag: '--value' })
  }
  const given = (await text(factory.streams.stdin)).replace(/\r?\n$/, '')
  if (given !== '') return given
  // An empty shell variable in a script must be an error.
  throw new UsageError(
    `${name} has no value: neither --value nor standard input provides one.`,
    "Give --value, also for an empty one: --value ''."
  )
}
