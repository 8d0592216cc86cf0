import type { User } from '@crossdock/client'
import { RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { StatusBadge } from './StatusBadge.js'
import { useRoles } from './use_roles.js'
import { UserName } from './UserName.js'

/** The columns of the list of people. */
export function useUserColumns(): ListColumn<User>[] {
  const translate = useTranslate()
  const roles = useRoles()
  const label = (key: string) => translate(`users.column.${key}`)
  return [
    {
      source: 'email',
      label: label('person'),
      sortable: true,
      width: '38%',
      card: 'title',
      render: (user) => <UserName user={user} />,
    },
    {
      source: 'role',
      label: label('role'),
      sortable: true,
      render: ({ role }) => roles.nameOf(role),
    },
    {
      source: 'status',
      label: label('status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      source: 'lastLoginAt',
      label: label('lastLogin'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ lastLoginAt }) =>
        lastLoginAt ? <RelativeTime time={lastLoginAt} /> : translate('users.never'),
    },
    {
      source: 'hasSecondFactor',
      label: label('secondFactor'),
      optional: true,
      render: ({ hasSecondFactor }) => translate(`users.secondFactor.${hasSecondFactor}`),
    },
    {
      source: 'createdAt',
      label: label('created'),
      sortable: true,
      firstOrder: 'DESC',
      optional: true,
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
  ]
}
