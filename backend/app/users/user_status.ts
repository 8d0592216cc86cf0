/** Pending: invited or imported, but never signed in. */
export const userStatuses = ['active', 'pending', 'inactive'] as const

export type UserStatus = (typeof userStatuses)[number]

/** The fields that determine the status. */
export interface Standing {
  isActive: boolean
  lastLoginAt: string | null
}

export function statusOf({ isActive, lastLoginAt }: Standing): UserStatus {
  if (!isActive) return 'inactive'
  return lastLoginAt === null ? 'pending' : 'active'
}

/**
 * The statuses as SQL conditions. They contain no bound values: a database uses the partial indexes for pending and
 * inactive people only when the condition itself matches theirs.
 */
export const statusConditions: Record<UserStatus, string> = {
  active: '(users.is_active and users.last_login_at is not null)',
  pending: '(users.is_active and users.last_login_at is null)',
  inactive: '(not users.is_active)',
}
