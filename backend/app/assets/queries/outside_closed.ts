import { currentTenantId } from '@crossdock/kernel/tenancy'
import { givenIds } from './given_ids.js'

/**
 * Rows of `assets` as far as the caller may look into their folder, which holds for the closed folders themselves, too.
 * Its values are `closedValues`.
 */
export const outsideClosed = (): string => `(parent_id is null or parent_id not in (
  with recursive shut(id) as (
    ${givenIds()}
    union
    select below.id from assets below join shut on below.parent_id = shut.id
    where below.tenant_id = ? and below.type = 'folder'
  )
  select id from shut
))`

/** @param closed ids of the folders that are closed to the caller */
export const closedValues = (closed: Iterable<string>): [string, string] => [
  JSON.stringify([...closed]),
  currentTenantId(),
]
