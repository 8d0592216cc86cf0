import type { User, UserImport } from '@crossdock/client'

export const userStatuses = ['active', 'pending', 'inactive'] as const

/** Roles that every organization has. */
export const builtInRoles = ['admin', 'editor', 'viewer', 'user'] as const

/** A person's name, or the address of a person without a name. */
export const nameOf = ({ firstName, lastName, email }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** The address that shows a person over the list. */
export const userPath = ({ id }: Pick<User, 'id'>): string =>
  `/users?user=${encodeURIComponent(id)}`

/** What to reload when a person is added, changed or removed. */
export const affected = ['users', 'dashboard']

/** The outcomes of import rows, with the field that counts them. */
export const importCounts = [
  ['invite', 'invites'],
  ['change', 'changes'],
  ['unchanged', 'unchanged'],
  ['error', 'errors'],
] as const

/** The number of rows with an outcome; all rows when none is given. */
export function rowsThat(outcome: string | undefined, file: UserImport): number {
  const [, column] = importCounts.find(([id]) => id === outcome) ?? []
  return column ? file[column] : file.total
}
