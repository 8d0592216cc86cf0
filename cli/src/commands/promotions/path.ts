import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'

/** The environment named by --environment, otherwise `production`. */
export const chosenEnvironment = ({ flags, env }: Factory): string =>
  flags.environment || env.CROSSDOCK_ENVIRONMENT || 'production'

/** With POST, promotions from an environment. With GET, promotions into it. */
export const promotionsPath = (environment: string): string =>
  `/api/environments/${encodeURIComponent(environment)}/promotions`

/** The workflows of a promotion, by which people recognize it. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
