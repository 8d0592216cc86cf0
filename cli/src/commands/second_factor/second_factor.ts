import type { SecondFactorRule } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { personId } from '../sessions/person.js'

const path = '/api/second-factor-rule'

export async function showRule(factory: Factory): Promise<void> {
  printRule(factory, await (await factory.api()).get<SecondFactorRule>(path))
}

export async function requireIt(factory: Factory, yes: boolean): Promise<void> {
  await factory.prompter.assertConfirmed(yes, 'Require a second factor of everyone from now on?')
  printRule(factory, await set(factory, true))
}

export const releaseIt = async (factory: Factory): Promise<void> =>
  printRule(factory, await set(factory, false))

export async function resetIt(factory: Factory, person: string, yes: boolean): Promise<void> {
  const api = await factory.api()
  const id = await personId(api, person)
  await factory.prompter.assertConfirmed(
    yes,
    `Remove the passkeys and recovery codes of ${person}, and end their sessions?`
  )
  await api.delete(`/api/users/${id}/second-factor`)
  if (factory.flags.json) return factory.printJson({ id })
  factory.say(`Reset the second factor of ${person}.`)
}

const set = async (factory: Factory, required: boolean) =>
  (await factory.api()).put<SecondFactorRule>(path, { required })

function printRule(factory: Factory, rule: SecondFactorRule): void {
  if (factory.flags.json) return factory.printJson(rule)
  if (rule.requiredBy === 'operator') {
    return factory.say('The server operator requires a second factor of everyone.')
  }
  factory.say(
    rule.required ? 'A second factor is required of everyone.' : 'No second factor is required.'
  )
}
