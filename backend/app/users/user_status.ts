/** Pending: invited or imported, and never signed in. */
export const userStatuses = ['active', 'pending', 'inactive'] as const

export type UserStatus = (typeof userStatuses)[number]

/** What of a person tells their status. */
export interface Standing {
  isActive: boolean
  lastLoginAt: string | null
}

export function statusOf({ isActive, lastLoginAt }: Standing): UserStatus {
  if (!isActive) return 'inactive'
  return lastLoginAt === null ? 'pending' : 'active'
}

/**
 * The same as conditions. Written out, without values: the indexes of who is pending or inactive (migration 5) hold such
 * rows alone, and a database uses them only where it reads that the rows are such.
 */
export const statusConditions: Record<UserStatus, string> = {
  active: '(users.is_active and users.last_login_at is not null)',
  pending: '(users.is_active and users.last_login_at is null)',
  inactive: '(not users.is_active)',
}
