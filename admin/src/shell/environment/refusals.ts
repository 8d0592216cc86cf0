import { ApiError } from '@crossdock/admin/kit'

const isRefused = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code

/** Whether a call was refused because its environment no longer exists. */
export const isGone = isRefused('E_NO_ENVIRONMENT')
/** Whether a call was refused because its environment is inactive, which makes it read-only. */
export const isInactive = isRefused('E_ENVIRONMENT_INACTIVE')
