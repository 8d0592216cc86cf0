import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A GET operation below /api, without path parameters, whose answer the console's dashboard needs. `GET
 * /dashboard` answers all that the caller may read at once. A dashboard block uses an answer only if it asks
 * for exactly this path and query; otherwise it calls the operation itself.
 */
export interface DashboardRead {
  /** Path below /api, such as `flow-executions/hours`. */
  path: string
  /** Values as in the URL, such as `{ range: '[0,4]' }`. */
  query?: Readonly<Record<string, string>>
  /** The dashboard needs only the number of rows of a list. */
  only?: 'total'
}

/** The reads of the dashboard; each plugin adds its own. */
export const dashboardReads = extensionPoint<DashboardRead>('activity.dashboardReads')
