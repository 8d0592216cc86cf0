import { formatBytes } from '@crossdock/admin/kit'

export const environmentNames = ['development', 'testing', 'production'] as const

/**
 * Queries to refresh after a change of an environment: the lists of all and of each tenant, and the
 * summaries.
 */
export const affected = ['admin/environments', 'tenant/environments']

/** Gigabytes in the usual format for sizes; zero looks as in the list of tenants. */
export const formatGigabytes = (gigabytes: number): string =>
  gigabytes === 0 ? '0 GB' : formatBytes(gigabytes * 1024 ** 3)
