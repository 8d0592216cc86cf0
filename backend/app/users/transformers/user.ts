import type { Row } from '@crossdock/kernel/http'
import type { User } from '../models/user.js'

/** A user as the directory shows them. */
export function showUser(user: Row<User>) {
  return {
    id: user.id,
    tenantId: user.tenantId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    isActive: user.isActive,
    lastLoginAt: user.lastLoginAt ?? null,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  }
}
