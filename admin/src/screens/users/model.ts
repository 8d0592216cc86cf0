import type { User, UserImport } from '@crossdock/client'

export const userStatuses = ['active', 'pending', 'inactive'] as const

/** Roles every organization has. */
export const builtInRoles = ['admin', 'editor', 'viewer', 'user'] as const

/** What people are called; who has no name, by their address. */
export const nameOf = ({ firstName, lastName, email }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** The address at which a person is shown over the list. */
export const userPath = ({ id }: Pick<User, 'id'>): string =>
  `/users?user=${encodeURIComponent(id)}`

/** What a person becomes or loses: the lists of people, and what counts them. */
export const affected = ['users', 'dashboard']

/** What a row of an import does, and the column that counts such rows. */
export const importCounts = [
  ['invite', 'invites'],
  ['change', 'changes'],
  ['unchanged', 'unchanged'],
  ['error', 'errors'],
] as const

/** How many rows of an import do that; all of them when nothing is named. */
export function rowsThat(outcome: string | undefined, file: UserImport): number {
  const [, column] = importCounts.find(([id]) => id === outcome) ?? []
  return column ? file[column] : file.total
}
