import type { ManagedEnvironment } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { changesOf, type ChangeOptions } from './changes.js'
import { managed, reachOf } from './find.js'

export interface CreateEnvironmentOptions extends ChangeOptions {
  name?: string
  template?: string
  displayName?: string
}

/** Creates an environment of the current tenant, from the template of the same name unless another one is given. */
export async function createEnvironment(
  factory: Factory,
  options: CreateEnvironmentOptions
): Promise<void> {
  const changes = await changesOf(factory, options)
  const named = options.name ?? (typeof changes.name === 'string' ? changes.name : undefined)
  const name = await factory.prompter.valueOrAsk(named, {
    message: 'Which one: development, testing or production?',
    flag: '--name',
    validate: (value) => value !== '' || 'A name is required',
  })
  const api = await factory.apiWithoutEnvironment()
  const { isSuperAdmin, tenant } = await reachOf(api)
  if (isSuperAdmin && !tenant && changes.tenantId === undefined) {
    throw new UsageError('The tenant of the environment is missing.', 'Give --tenant.')
  }
  const made = await api.post<ManagedEnvironment>(managed, {
    ...changes,
    name,
    template: options.template ?? name,
    ...(options.displayName === undefined ? {} : { displayName: options.displayName }),
    ...(tenant ? { tenantId: tenant.id } : {}),
  })
  if (factory.flags.json) return factory.printJson(made)
  factory.say(`Created the environment ${made.displayName} (${made.name}), id ${made.id}.`)
}
