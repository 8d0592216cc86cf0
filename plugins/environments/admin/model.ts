import { formatBytes } from '@crossdock/admin/kit'

export const environmentNames = ['development', 'testing', 'production'] as const

/** What changes with an environment: the lists of all and of each tenant, and what is summed up of them. */
export const affected = ['admin/environments', 'tenant/environments']

/** Gigabytes as people read sizes. */
export const formatGigabytes = (gigabytes: number): string => formatBytes(gigabytes * 1024 ** 3)
