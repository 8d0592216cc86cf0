import type { ManagedEnvironment } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { isId } from '../../ids.js'
import { findEnvironment, managed } from './find.js'

/**
 * Restores a deleted environment. A whole id is sent to the server unchecked, so that the server explains when
 * it is too late.
 */
export async function restoreEnvironment(factory: Factory, typed: string): Promise<void> {
  const api = await factory.apiWithoutEnvironment()
  const id = isId(typed) ? typed.toLowerCase() : (await findEnvironment(api, typed, true)).id
  const back = await api.post<ManagedEnvironment>(`${managed}/${id}/restore`, {})
  if (factory.flags.json) return factory.printJson(back)
  factory.say(`Restored the environment ${back.displayName} (${back.name}).`)
}
