import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'

/** Of the environment that --environment names, `production` where nobody says. */
export const chosenEnvironment = ({ flags, env }: Factory): string =>
  flags.environment || env.CROSSDOCK_ENVIRONMENT || 'production'

/** Those from an environment when they are posted, those into one when they are read. */
export const promotionsPath = (environment: string): string =>
  `/api/environments/${encodeURIComponent(environment)}/promotions`

/** What people know a promotion by. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
