import { mainConnection, operatorConnection } from './config.js'
import { databaseManager } from '../database.js'

export interface PoolFigures {
  pool: string
  used: number
  free: number
  /** Number of callers that wait for a connection. */
  waiting: number
}

interface Tarn {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** Returns the usage of the open connection pools. */
export function poolFigures(): PoolFigures[] {
  const { manager } = databaseManager()
  return [mainConnection, operatorConnection].flatMap((pool) => {
    if (!manager.isConnected(pool)) return []
    const client = manager.get(pool)?.connection?.client as { client?: { pool?: Tarn } } | undefined
    const tarn = client?.client?.pool
    if (!tarn) return []
    const [used, free, waiting] = [tarn.numUsed(), tarn.numFree(), tarn.numPendingAcquires()]
    return [{ pool, used, free, waiting }]
  })
}
