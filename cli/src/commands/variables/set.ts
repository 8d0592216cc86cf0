import { text } from 'node:stream/consumers'
import type { EnvironmentVariable } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { variablesByName, variablesPath } from './path.js'

export interface SetVariableOptions {
  value?: string
  secret?: boolean
  description?: string
}

/** Adds a variable, or changes the one of that name; a secret stays one. */
export async function setVariable(
  factory: Factory,
  name: string,
  { value: given, secret, description }: SetVariableOptions
): Promise<void> {
  const api = await factory.api()
  const path = variablesPath(factory)
  const before = (await variablesByName(api, path)).get(name)
  const value = given ?? (await entered(factory, name))
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

/** From standard input, so that a secret stands in no history of commands; without the line end that programs add. */
async function entered(factory: Factory, name: string): Promise<string> {
  if (factory.prompter.interactive) {
    return factory.prompter.valueOf(undefined, { message: `Value of ${name}`, flag: '--value' })
  }
  const given = (await text(factory.streams.stdin)).replace(/\r?\n$/, '')
  if (given !== '') return given
  // A script whose own variable is not set should hear of it.
  throw new UsageError(
    `No value was given for ${name}, nor came any from standard input.`,
    "Give --value, also for an empty one: --value ''."
  )
}
