import { ApiError } from '@crossdock/admin/kit'

const isRefused = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code

/** The environment that the call named is there no more. */
export const isGone = isRefused('E_NO_ENVIRONMENT')
/** Nothing can be changed in it at present. */
export const isInactive = isRefused('E_ENVIRONMENT_INACTIVE')
