import type { User } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { periodOf, type Period } from '../../times.js'
import { USERS } from './find.js'

const MOST = 1000

export interface ListUsersOptions extends Period {
  status?: string
  role?: string
  search?: string
  withoutSecondFactor?: true
  limit: string
}

export async function listUsers(factory: Factory, options: ListUsersOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const { status, role, search, withoutSecondFactor } = options
  const hasSecondFactor = withoutSecondFactor ? 'false' : undefined
  const filter = { status, role, search, hasSecondFactor, ...periodOf(options) }
  const api = await factory.api()
  const { rows, total } = await api.page<User>(USERS, { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Address', text: ({ email }) => email },
      { title: 'Name', text: nameOf },
      { title: 'Role', text: (user) => user.role },
      {
        title: 'Status',
        text: (user) => user.status,
        style: (user, colors) => (user.status === 'active' ? colors.green : colors.yellow),
      },
      {
        title: 'Last login',
        text: ({ lastLoginAt }) => formatRelative(lastLoginAt) || 'never',
        raw: ({ lastLoginAt }) => lastLoginAt ?? '',
      },
      { title: 'Id', text: ({ id }) => id, onlyPiped: true },
      {
        title: 'Second factor',
        text: ({ hasSecondFactor }) => (hasSecondFactor ? 'passkey' : 'none'),
        onlyPiped: true,
      },
    ],
    'No matches.'
  )
  noteTruncation(factory, rows.length, total, 'users')
}

const nameOf = ({ firstName, lastName }: User): string =>
  [firstName, lastName].filter(Boolean).join(' ')
