import type { Promotion } from '@crossdock/client'

/** What is to be promoted, as far as people need to know it. */
export interface Chosen {
  id: string
  name: string
}

/** Below /api: promotions from an environment when they are posted, into one when they are read. */
export const promotionsPath = (environmentId: string) =>
  `environments/${encodeURIComponent(environmentId)}/promotions`

/** What a promotion may have changed in the environment that is shown. */
export const affected = ['environments', 'integrations', 'workflows', 'tenant/usage']

export type PromotedItem = Promotion['items'][number]

/** The workflows of a promotion: what they name went along. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')
