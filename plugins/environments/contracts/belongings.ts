import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * What a plugin keeps of an environment, so that it ends with it. Both run inside the tenant and outside of any
 * environment: only database work.
 */
export interface EnvironmentBelongings {
  /** Ends what goes on there, in the transaction that hides the environment, which may be taken back for a while. */
  end?(environmentId: string): Promise<void>
  /**
   * Deletes some rows for good, in a transaction of its own.
   * @returns whether there may be more, so that it is called again
   */
  deleteSome(environmentId: string): Promise<boolean>
}

export const environmentBelongings =
  extensionPoint<EnvironmentBelongings>('environments.belongings')
