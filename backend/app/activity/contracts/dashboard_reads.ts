import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A GET below /api, without path parameters, that the console's dashboard makes. `GET /dashboard` answers all of
 * them at once for callers with the permission. The console must request exactly this path and query; otherwise it
 * calls the operation itself.
 */
export interface DashboardRead {
  /** `flow-executions/hours` */
  path: string
  /** Values as in the URL: `{ range: '[0,4]' }`. */
  query?: Readonly<Record<string, string>>
  /** Returns only the number of a list's rows. */
  only?: 'total'
}

/** The reads of the dashboard; each plugin adds its own. */
export const dashboardReads = extensionPoint<DashboardRead>('activity.dashboardReads')
