import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * Data that a plugin stores for an environment, and that is deleted with the environment. Both methods run in
 * the tenant's scope and outside any environment. They may only use the database.
 */
export interface EnvironmentBelongings {
  /**
   * Stops running work, in the transaction that hides the environment. A person can still undo the deletion for
   * a while.
   */
  end?(environmentId: string): Promise<void>
  /**
   * Permanently deletes some rows, in a separate transaction.
   * @returns whether more rows may remain, so that it is called again
   */
  deleteSome(environmentId: string): Promise<boolean>
}

export const environmentBelongings =
  extensionPoint<EnvironmentBelongings>('environments.belongings')
