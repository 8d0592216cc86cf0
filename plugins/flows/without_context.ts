import { systemActor, withContext } from '@crossdock/kernel/tenancy'

/** Runs work without an actor, a cause or an environment, because it covers all environments together. */
export const withoutContext = <T>(work: () => Promise<T>): Promise<T> =>
  withContext({ environmentId: null, actor: systemActor, causeId: null, rootId: null }, work)
