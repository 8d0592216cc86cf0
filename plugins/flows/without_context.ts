import { systemActor, withContext } from '@crossdock/kernel/tenancy'

/** Runs `work` without an actor, a cause or an environment, for jobs that cover all environments. */
export const withoutContext = <T>(work: () => Promise<T>): Promise<T> =>
  withContext({ environmentId: null, actor: systemActor, causeId: null, rootId: null }, work)
