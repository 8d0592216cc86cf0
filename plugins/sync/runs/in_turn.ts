import { databaseFault, transaction } from '@crossdock/kernel/database'
import { lockJob } from '@crossdock/kernel/jobs'
import { passJob } from './names.js'

const mostTries = 4

/** Of PostgreSQL: a statement behind the one that failed. */
const aborted = '25P02'

const isUndone = (error: unknown): boolean =>
  databaseFault(error) === 'busy' || (error as { code?: string }).code === aborted

/**
 * A transaction that asks for a pass of a contract. A pass locks its job before the contract, so this one does, too. A job
 * that is made in the same moment is not seen: of two that wait for each other, PostgreSQL ends one, and that one is done
 * again, because nothing of it was stored.
 */
export async function inTurn<T>(contractId: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(async () => {
        await lockJob(passJob.name, contractId)
        return await work()
      })
    } catch (error) {
      if (tries === mostTries || !isUndone(error)) throw error
    }
  }
}
