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

type Told = Standing &
  Pick<User, 'email' | 'firstName' | 'lastName' | 'role' | 'hasSecondFactor' | 'createdAt'>

/** The first line of an export; a mark first, by which spreadsheets know UTF-8. */
export const headerLine = (): string => `\uFEFF${stringify([columns])}`

/** Lines of an export. What a spreadsheet would take for a formula has a quote before it. */
export function linesOf(users: readonly Told[]): string {
  const rows = users.map((user) => [
    ...[user.email, user.firstName, user.lastName, user.role, String(user.isActive)],
    ...[statusOf(user), String(user.hasSecondFactor), user.lastLoginAt, user.createdAt],
  ])
  return stringify(rows, { escape_formulas: true })
}
