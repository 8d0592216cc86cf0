import { stringify } from 'csv-stringify/sync'
import type { User } from '../models/user.js'
import { statusOf, type Standing } from '../user_status.js'

const columns = [
  'email',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'status',
  'hasSecondFactor',
  'lastLoginAt',
  'createdAt',
]

type ExportedUser = Standing &
  Pick<User, 'email' | 'firstName' | 'lastName' | 'role' | 'hasSecondFactor' | 'createdAt'>

/** The first line of an export, with the byte order mark by which spreadsheets recognize UTF-8. */
export const headerLine = (): string => `\uFEFF${stringify([columns])}`

/** Lines of an export. An apostrophe precedes cells that a spreadsheet would read as a formula. */
export function linesOf(users: readonly ExportedUser[]): string {
  const rows = users.map((user) => [
    user.email,
    user.firstName,
    user.lastName,
    user.role,
    String(user.isActive),
    statusOf(user),
    String(user.hasSecondFactor),
    user.lastLoginAt,
    user.createdAt,
  ])
  return stringify(rows, { escape_formulas: true })
}
