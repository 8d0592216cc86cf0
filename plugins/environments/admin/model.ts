import { formatBytes } from '@crossdock/admin/kit'

export const environmentNames = ['development', 'testing', 'production'] as const

/** What changes with an environment: the lists of all and of each tenant, and what is summed up of them. */
export const affected = ['admin/environments', 'tenant/environments']

/** Gigabytes as people read sizes; nothing stored reads as in the list of tenants. */
export const formatGigabytes = (gigabytes: number): string =>
  gigabytes === 0 ? '0 GB' : formatBytes(gigabytes * 1024 ** 3)
