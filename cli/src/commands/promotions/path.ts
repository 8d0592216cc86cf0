import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'

/** The environment named by --environment, otherwise `production`. */
export const chosenEnvironment = ({ flags, env }: Factory): string =>
  flags.environment || env.CROSSDOCK_ENVIRONMENT || 'production'

/** The path of promotions. POST promotes from the environment, GET lists promotions into it. */
export const promotionsPath = (environment: string): string =>
  `/api/environments/${encodeURIComponent(environment)}/promotions`

/** The names of a promotion's workflows, by which people recognize the promotion. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
