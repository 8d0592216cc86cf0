import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A GET below /api, without parameters in its path, that the console's dashboard makes: asked together with
 * all others by `GET /dashboard`, for those who may call it. The console must ask for exactly this, or it
 * calls by itself.
 */
export interface DashboardRead {
  /** `flow-executions/hours` */
  path: string
  /** As it stands in the address: `{ range: '[0,4]' }`. */
  query?: Readonly<Record<string, string>>
  /** Of a list only how many there are. */
  only?: 'total'
}

/** Everything the dashboard shows, by the plugins whose it is. */
export const dashboardReads = extensionPoint<DashboardRead>('activity.dashboardReads')
